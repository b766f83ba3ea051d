// Repeatable random numbers: the same seed gives the same sequence.

/** A source of random numbers for a text or a number. */
export function random(seed) {
  let state = hash(String(seed));
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** Between 0 and 1. */
    next,
    /** A whole number below `most`. */
    below: (most) => Math.floor(next() * most),
    /** True with this probability. */
    is: (likelihood) => next() < likelihood,
    /** One of these; undefined if there are none. */
    of: (list) => list[Math.floor(next() * list.length)],
    /** One of these words, with the probability of its weight. */
    weighed(weights) {
      const all = Object.entries(weights);
      let at = next() * all.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [word, weight] of all) {
        at -= weight;
        if (at < 0) return word;
      }
      return all.at(-1)[0];
    },
    /** Fills an array of bytes, as `crypto.getRandomValues` does. */
    fill(bytes) {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(next() * 256);
      return bytes;
    },
  };
}

/** 32 bits from a text (FNV-1a). */
export function hash(text) {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  }
  return state >>> 0;
}
