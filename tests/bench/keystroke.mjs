// What one keystroke in a line's price costs, by the number of lines: through the API that the editor calls, compared
// with calculating the same document again with dinero.js, big.js and plain integers. The package must have been built
// (`cargo xtask build`); run by `cargo xtask bench`.

import { loadRules } from "../rules.mjs";
import { PEERS, pounds } from "./peers.mjs";

const SIZES = [10, 100, 500];
/** How many yardsticks a keystroke may cost at any size: 2 microseconds on the machine of `docs/figures.md`. */
const MOST = 18;
/** In each round every method takes its turn at every size, and the yardstick next to each of the rules' own. */
const ROUNDS = 60;
/** About how long a turn takes, and how long each method is warmed up before, in milliseconds. */
const TURN = 10;
const WARM = 300;

/** Whole numbers, which every method can read. */
function lines(many) {
  return Array.from({ length: many }, (_, at) => ({
    quantity: (at % 7) + 1,
    pence: 1_000 + ((at * 977) % 20_000),
    halfHours: at % 3 === 0 ? 3 : 0,
    ratePence: 4_500,
  })).map((line) => ({ ...line, price: pounds(line.pence) }));
}

/** The document behind the editor, and a keystroke in the price of one of its lines. */
function resident(rules) {
  const price = rules.lineNumbers().indexOf("price");
  const head = rules.resultNames()[0];
  const total = head.indexOf("totalAmount");
  const lineTotal = rules.resultNames()[1].indexOf("total");
  const width = rules.resultNames()[1].length;
  return (given) => {
    const draft = new rules.Draft({
      items: given.map((line, at) => ({
        id: `line-${at}`,
        name: "Copper pipe 15 mm, 3 m",
        quantity: String(line.quantity),
        price: pounds(line.pence),
        includeLabour: line.halfHours > 0,
        labourHours: String(line.halfHours / 2),
        labourRate: pounds(line.ratePence),
      })),
      includeDiscount: true,
      discount: "5",
      tax: "20",
      includeDeposit: true,
      deposit: "25",
    });
    return (at, pence) => {
      draft.setLineNumber(at, price, pounds(pence));
      const figures = new Float64Array(rules.resultsMemory().buffer, draft.resultsOffset, draft.resultsLength);
      // The line's own amount is read too, as the editor displays it.
      if (figures[head.length + at * width + lineTotal] === 0) throw new Error("This line has no total.");
      return figures[total];
    };
  };
}

/** Microseconds of processor time of this process, without that of other programs. */
function spent() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Microseconds of one keystroke, measured over so many. */
function cost(press, size, many) {
  const before = spent();
  for (let key = 0; key < many; key += 1) press(key % size, 1_000 + ((key * 131) % 9_000));
  return (spent() - before) / many;
}

/** How many keystrokes a turn has, once the method is warm. */
function warmed(press, size) {
  const end = performance.now() + WARM;
  let micros = 1;
  while (performance.now() < end) micros = cost(press, size, 100);
  return Math.max(20, Math.ceil((TURN * 1_000) / micros));
}

/**
 * What a keystroke is compared with: a price as text, its bytes, and a view of some numbers, which any call of a
 * package needs. A machine that is slow at the one is slow at the other.
 */
function yardstick() {
  const encoder = new TextEncoder();
  const memory = new ArrayBuffer(65_536);
  return (at, pence) => {
    const { written } = encoder.encodeInto(pounds(pence), new Uint8Array(memory, 8 * at, 32));
    const figures = new Float64Array(memory, 8 * at, 64);
    return figures[written];
  };
}

const ways = { Plumbline: resident(await loadRules()), ...PEERS };
/** The fastest turn of each method at each size. */
const table = Object.fromEntries(Object.keys(ways).map((name) => [name, {}]));
const runners = [];
for (const size of SIZES) {
  const given = lines(size);
  const presses = Object.entries(ways).map(([name, way]) => [name, way(structuredClone(given))]);
  // The comparison is only valid if all get the same result.
  for (let at = 0; at < size; at += 1) {
    const totals = presses.map(([name, press]) => [name, press(at, 1_999 + at)]);
    const wrong = totals.find(([, total]) => total !== totals[0][1]);
    if (wrong) throw new Error(`${size} lines: ${wrong[0]} says ${wrong[1]} pence, the rules ${totals[0][1]}`);
  }
  for (const [name, press] of presses) runners.push({ name, size, press, many: warmed(press, size) });
}
const unit = yardstick();
const manyUnits = warmed(unit, 10);
const units = [];
const ratios = Object.fromEntries(SIZES.map((size) => [size, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const { name, size, press, many } of runners) {
    const micros = cost(press, size, many);
    table[name][size] = Math.min(table[name][size] ?? Infinity, micros);
    if (name !== "Plumbline") continue;
    units.push(cost(unit, 10, manyUnits));
    ratios[size].push(micros / units.at(-1));
  }
}
const middle = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
const slowest = Math.max(...SIZES.map((size) => middle(ratios[size])));

console.log("One keystroke, in microseconds");
console.log(`${"lines".padEnd(16)}${SIZES.map((size) => String(size).padStart(18)).join("")}`);
for (const [name, costs] of Object.entries(table)) {
  const cells = SIZES.map((size) => {
    const ratio = costs[size] / table.Plumbline[size];
    return `${costs[size].toFixed(2)} (× ${ratio.toFixed(1)})`.padStart(18);
  });
  console.log(name.padEnd(16) + cells.join(""));
}
console.log(
  `of the rules at any size ${slowest.toFixed(2)} yardsticks (at most ${MOST}); ` +
    `a yardstick is ${middle(units).toFixed(2)} microseconds`,
);
if (slowest > MOST) process.exitCode = 1;
