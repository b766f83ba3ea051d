// Checks of measured values against their limits.

/** In MB: how much more memory the server may use after an attack than before; its allocator returns it later. */
export const MEMORY_GROWTH_MAX = 150;

/** Checks that a value is at most `most`. */
export function checkMax(what, figure, most) {
  return { what, figure, most, ok: figure <= most };
}

/** A time in milliseconds with a maximum in yardsticks: {@link inYardsticks} compares them. */
export function checkTime(what, ms, most) {
  return { what, ms, most };
}

/** Converts a check's time to yardsticks of this many milliseconds, and compares it with its maximum. */
export function inYardsticks(check, unit) {
  if (check.ms === undefined) return check;
  return { ...check, ...checkMax(`${check.what}, yardsticks`, check.ms / unit, check.most) };
}

/** Checks that a value is exactly `wanted`. */
export function checkEqual(what, figure, wanted) {
  return { what, figure, wanted, ok: figure === wanted };
}

/** The time of the slowest of these responses, in milliseconds. */
export function slowest(answers) {
  return Math.max(...answers.map(({ ms }) => ms));
}

/** Prints one check; returns whether it passed. */
export function printCheck({ what, figure, ms, most, wanted, ok }) {
  const text = typeof figure === "number" ? Number(figure.toFixed(figure < 10 ? 1 : 0)) : figure;
  const limit = most === undefined ? `wanted ${wanted}` : `at most ${most}`;
  const time = ms === undefined ? "" : `; ${ms.toFixed(0)} ms`;
  console.log(`  ${ok ? "ok  " : "FAIL"} ${what.padEnd(58)} ${String(text).padStart(8)}   (${limit}${time})`);
  return ok;
}
