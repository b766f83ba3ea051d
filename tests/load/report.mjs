// What is measured, and its limit.

/** In MB: how much more memory the server may hold after an attack than before; its allocator returns the rest later. */
export const STAYS_MOST = 150;

/** A figure that may be so much at most. */
export function bound(what, figure, most) {
  return { what, figure, most, ok: figure <= most };
}

/** A time in milliseconds with a maximum in yardsticks: {@link measured} compares them. */
export function took(what, ms, most) {
  return { what, ms, most };
}

/** The check with its time in yardsticks of this many milliseconds. */
export function measured(check, unit) {
  if (check.ms === undefined) return check;
  return { ...check, ...bound(`${check.what}, yardsticks`, check.ms / unit, check.most) };
}

/** A number that must be exactly this. */
export function exactly(what, figure, wanted) {
  return { what, figure, wanted, ok: figure === wanted };
}

/** The time of the slowest of these responses, in milliseconds. */
export function slowest(answers) {
  return Math.max(...answers.map(({ ms }) => ms));
}

/** Prints one check; returns whether it passed. */
export function print({ what, figure, ms, most, wanted, ok }) {
  const shown = typeof figure === "number" ? Number(figure.toFixed(figure < 10 ? 1 : 0)) : figure;
  const may = most === undefined ? `wanted ${wanted}` : `at most ${most}`;
  const time = ms === undefined ? "" : `; ${ms.toFixed(0)} ms`;
  console.log(`  ${ok ? "ok  " : "FAIL"} ${what.padEnd(58)} ${String(shown).padStart(8)}   (${may}${time})`);
  return ok;
}
