import type { Rules } from "../../../rules/rules";
import { unread } from "../../../ui/typedFigure";

/** Core's reading of a figure. */
type Read = Rules["readFigure"];

/** A row of a spreadsheet, as a line takes it. */
export interface PastedRow {
  name: string;
  quantity: string;
  price: string;
}

/** Many times what a document can have: the rest is not read. */
const MOST = 5_000;

/**
 * The rows of a table that was copied: of a spreadsheet (tabs), of a file of comma- or semicolon-separated values, or
 * of a list, one a line. null for a text that is no table: it is pasted as text. Which column is what is said by a
 * header, where there is one, and else seen by what stands in it. What stands for a figure and is none comes along
 * unread, for its field to refuse: left out, the row would have another quantity or no price.
 */
export function pastedRows(text: string, read: Read): PastedRow[] | null {
  const table = tableOf(text, read);
  if (table === null) return null;
  const [first, ...rest] = table;
  const columns = first && byHeader(first, read);
  const rows = (columns ? rest : table).filter((row) => !row.some(isOfSum));
  const places = columns ?? bySight(rows, read);
  const made = rows.map((cells) => {
    const cell = (place: number | null) => (place === null ? "" : (cells[place] ?? "").trim());
    const figure = (place: number | null) => figureOf(cell(place), read);
    const name = places.name.map(cell).filter(Boolean).join(" ").replace(/\s+/g, " ");
    const amount = figure(places.amount);
    const many = cell(places.quantity);
    const quantity = isMoney(many) ? unread(many) : figureOf(many, read);
    // One price for so many is what one of them costs only where there is one.
    return {
      name,
      quantity: quantity || "1",
      price: figure(places.price) || (quantity === "" ? amount : ""),
    };
  });
  const written = made.filter(({ name, price }) => name !== "" || price !== "");
  return written.length > 0 ? written.slice(0, MOST) : null;
}

interface Places {
  name: number[];
  quantity: number | null;
  price: number | null;
  /** What a row comes to; read only where it has no price of its own. */
  amount: number | null;
}

function tableOf(text: string, read: Read): string[][] | null {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  if (lines.trim() === "") return null;
  if (lines.includes("\t")) {
    const rows = cellsOf(lines, "\t");
    // One cell, with a tab before or after it, is a text.
    return rows.length > 1 || rows[0]?.filter((cell) => cell.trim() !== "").length !== 1 ? rows : null;
  }
  // Sentences have commas too: only where every row has as many cells, and a figure among them, is it a table.
  for (const separator of [";", ","]) {
    const rows = cellsOf(lines, separator);
    const [first] = rows;
    const isEven =
      first !== undefined && first.length > 1 && rows.every((row) => row.length === first.length);
    if (rows.length > 1 && isEven && rows.slice(1).every((row) => row.some((cell) => isFigure(cell, read))))
      return rows;
  }
  return null;
}

/** Cells in quotation marks may hold the separator, line breaks and doubled quotation marks. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const end = () => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && cell === "") quoted = true;
    else if (letter === separator) end();
    else if (letter === "\n") {
      end();
      rows.push([]);
    } else cell += letter;
  }
  end();
  return rows.filter((row) => row.some((one) => one.trim() !== ""));
}

const WORDS: [keyof Places, RegExp][] = [
  ["quantity", /^(qty|quantity|no\.?|number|units?|how many|hours|hrs|days)$/],
  ["amount", /^(line )?(total|amount|sum|net|cost)( \(?(£|gbp)\)?)?$/],
  ["price", /(price|rate|each|per unit|unit cost|£)/],
  [
    "name",
    /^(items?|names?|descriptions?|details?|materials?|products?|works?|tasks?|services?|job|part|what)\b/,
  ],
];

/** What a row of a sum says of itself: the document adds its lines up by itself. */
const SUM =
  /^((sub|grand|net|gross)[ -]?)?(totals?|sum)( (due|price|cost))?( \(?(£|gbp)\)?)?:?$|^vat( ?(@|at) ?\d+(\.\d+)? ?%)?:?$/i;

const isOfSum = (cell: string) => SUM.test(cell.trim());

/** What a header says; null where the row is none. */
function byHeader(cells: readonly string[], read: Read): Places | null {
  if (cells.some((cell) => isFigure(cell, read) || /£\s*\d/.test(cell))) return null;
  const places: Places = { name: [], quantity: null, price: null, amount: null };
  let known = 0;
  cells.forEach((cell, at) => {
    const word = cell.trim().toLowerCase();
    const [what] = WORDS.find(([, pattern]) => pattern.test(word)) ?? [];
    if (what === undefined) return;
    known += 1;
    if (what === "name") places.name.push(at);
    else places[what] ??= at;
  });
  if (known === 0) return null;
  // A header of figures only: what has none of their names says what it is.
  const taken = new Set([places.quantity, places.price, places.amount]);
  if (places.name.length === 0)
    places.name = cells.flatMap((_, at) => (taken.has(at) ? [] : [at])).slice(0, 1);
  return places;
}

/** Where what stands: texts are the name; of two figures the first is how many, unless it is in pounds. */
function bySight(rows: readonly (readonly string[])[], read: Read): Places {
  const width = Math.max(...rows.map((row) => row.length));
  const all = Array.from({ length: width }, (_, at) =>
    rows.map((row) => (row[at] ?? "").trim()).filter(Boolean),
  );
  const isOfFigures = (cells: readonly string[]) =>
    cells.length > 0 && cells.every((cell) => isFigure(cell, read));
  const figures = all.flatMap((cells, at) => (isOfFigures(cells) ? [at] : []));
  const name = all.flatMap((cells, at) => (cells.length > 0 && !isOfFigures(cells) ? [at] : [])).slice(0, 1);
  const [first, second] = figures;
  if (first === undefined) return { name, quantity: null, price: null, amount: null };
  if (second === undefined) return { name, quantity: null, price: first, amount: null };
  const pounds = figures.filter((at) => all[at]?.some(isMoney));
  // Where all of them are in pounds, they are what one costs, what it comes to and the like.
  const quantity = figures.find((at) => !pounds.includes(at)) ?? null;
  const [price = second, amount = null] = (pounds.length > 0 ? pounds : figures).filter(
    (at) => at !== quantity,
  );
  return { name, quantity, price, amount };
}

/** Whether a cell says that it is an amount of money. */
const isMoney = (cell: string) => /£|GBP/i.test(cell);

/** What one of them is, after a figure: '8 hours', '10 m', '£45/hr', '£2 each'. */
const UNIT = /(\s*(\/|per|a)?\s*(hours?|hrs?|days?|m|metres?|each|ea|pcs?|no|off))\.?$/i;

const withoutUnit = (cell: string) => cell.trim().replace(UNIT, "");

/** A rate of VAT is a figure too, but neither a quantity nor a price. */
const isRate = (cell: string) => cell.trimEnd().endsWith("%");

const isFigure = (cell: string, read: Read): boolean => !isRate(cell) && Boolean(read(withoutUnit(cell)));

/** A figure as its field holds it, without its unit. */
function figureOf(cell: string, read: Read): string {
  const figure = isRate(cell) ? undefined : read(withoutUnit(cell));
  return figure ?? unread(cell);
}
