// What waiting is compared with: a fixed piece of work of this process, on the machine that the server runs on. It
// contains nothing of Plumbline.

const ROWS = Array.from({ length: 20_000 }, (_, at) => ({
  id: `row-${at}`,
  name: `Customer ${at}`,
  city: "Leeds",
  amount: `${at}.10`,
  notes: "Ring first",
}));
const TURNS = 15;

/** How long it takes to write 20,000 rows as text and to read them again, in milliseconds: the median of fifteen. */
export function yardstick() {
  const times = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const start = performance.now();
    JSON.parse(JSON.stringify(ROWS));
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(TURNS / 2)];
}
