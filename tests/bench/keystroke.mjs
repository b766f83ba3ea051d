// What one keystroke in a line's price costs, by the number of lines: through the door that the editor
// calls, beside the same document reckoned anew with dinero.js, big.js and plain integers.
// The package must have been built (`cargo xtask build`); run by `cargo xtask bench`.

import { loadRules } from "../rules.mjs";
import { PEERS, pounds } from "./peers.mjs";

const SIZES = [10, 100, 500];
/** What a keystroke may cost, in microseconds. */
const WANTED = 2;
/** Of each way at each size: at least so many rounds, and for so many milliseconds. A core that shares
 * its silicon with another's work runs at half its speed for seconds at a time. */
const ROUNDS = 15;
const FOR = 3_000;

/** Whole numbers, so that every way of counting can read them as it likes. */
function lines(many) {
  return Array.from({ length: many }, (_, at) => ({
    quantity: (at % 7) + 1,
    pence: 1_000 + ((at * 977) % 20_000),
    halfHours: at % 3 === 0 ? 3 : 0,
    ratePence: 4_500,
  })).map((line) => ({ ...line, price: pounds(line.pence) }));
}

/** The document behind the editor, and a key pressed in the price of one of its lines. */
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
      const figures = new Float64Array(rules.figuresMemory().buffer, draft.resultsAt, draft.resultsLength);
      // The line's own figure is read too, as the editor shows it.
      if (figures[head.length + at * width + lineTotal] === 0) throw new Error("This line has no total.");
      return figures[total];
    };
  };
}

/** Microseconds of one keystroke: the fastest round once it is warm, as for every way here. */
function cost(press, given) {
  const many = Math.max(200, Math.ceil(40_000 / given.length));
  const warm = performance.now() + 300;
  for (let key = 0; performance.now() < warm; key += 1) press(key % given.length, 1_000 + ((key * 131) % 9_000));
  let fastest = Infinity;
  const end = performance.now() + FOR;
  for (let round = 0; round < ROUNDS || performance.now() < end; round += 1) {
    const start = performance.now();
    for (let key = 0; key < many; key += 1) press(key % given.length, 1_000 + ((key * 131) % 9_000));
    fastest = Math.min(fastest, ((performance.now() - start) * 1_000) / many);
  }
  return fastest;
}

const ways = { Plumbline: resident(await loadRules()), ...PEERS };
const table = {};
let slowest = 0;
for (const size of SIZES) {
  const given = lines(size);
  const presses = Object.entries(ways).map(([name, way]) => [name, way(structuredClone(given))]);
  // A race is none unless all arrive at the same place.
  for (let at = 0; at < size; at += 1) {
    const totals = presses.map(([name, press]) => [name, press(at, 1_999 + at)]);
    const wrong = totals.find(([, total]) => total !== totals[0][1]);
    if (wrong) throw new Error(`${size} lines: ${wrong[0]} says ${wrong[1]} pence, the rules ${totals[0][1]}`);
  }
  for (const [name, press] of presses) {
    table[name] ??= {};
    const micros = cost(press, given);
    table[name][size] = micros;
    if (name === "Plumbline") slowest = Math.max(slowest, micros);
  }
}

console.log(`One keystroke, in microseconds (wanted of the rules: ${WANTED} or less at any size)`);
console.log(`${"lines".padEnd(16)}${SIZES.map((size) => String(size).padStart(18)).join("")}`);
for (const [name, costs] of Object.entries(table)) {
  const cells = SIZES.map((size) => {
    const ratio = costs[size] / table.Plumbline[size];
    return `${costs[size].toFixed(2)} (× ${ratio.toFixed(1)})`.padStart(18);
  });
  console.log(name.padEnd(16) + cells.join(""));
}
if (slowest > WANTED) process.exitCode = 1;
