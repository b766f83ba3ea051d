// Random numbers that are the same for the same seed.

/** Numbers from 0 to 1 (less than 1), for a seed and a purpose (mulberry32). */
export function random(seed, what) {
  let state = seed;
  for (const letter of what) state = Math.imul(state ^ letter.codePointAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
