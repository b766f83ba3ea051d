import Papa from "papaparse";
import type { ClipboardEvent } from "react";
import { flushSync } from "react-dom";
import { newId } from "../../../api/requests";
import { type Rules, useRules } from "../../../rules/rules";
import { toast } from "../../../ui/toast";
import { markUnread } from "../../../ui/typed-numbers";
import { createEmptyLine, type DocumentDraft, isBlankLine } from "../draft/draft";
import type { DraftAction } from "../draft/reducer";
import type { HistoryStep } from "../history/draftHistory";
import { focusLine } from "./useOpenLines";

/** Core's reader of numbers. */
type ReadTypedNumber = Rules["parseNumber"];

/** A row of a spreadsheet, as a line uses it. */
export interface PastedRow {
  name: string;
  quantity: string;
  price: string;
}

/** Many times what a document can contain: further rows aren't read. */
const MAX_ROWS = 5_000;

/**
 * Parses a copied table: from a spreadsheet (tabs), from comma- or semicolon-separated values, or a list with
 * one item per line. Returns null for text that isn't a table, which is pasted as text. The columns are
 * identified by a header, or else by their content. A number that can't be read is passed on unread, so that
 * its field marks it: left out, the row would have another quantity or no price.
 */
export function parsePastedRows(text: string, read: ReadTypedNumber): PastedRow[] | null {
  const table = splitIntoTable(text, read);
  if (table === null) return null;
  const [first, ...rest] = table;
  const columns = first && findColumnsByHeader(first, read);
  const rows = (columns ? rest : table).filter((row) => !row.some(isTotalCell));
  const columnIndexes = columns ?? findColumnsByContent(rows, read);
  const parsedRows = rows.map((cells) => {
    const getCell = (index: number | null) => (index === null ? "" : (cells[index] ?? "").trim());
    const readNumber = (index: number | null) => readNumberCell(getCell(index), read);
    const name = columnIndexes.name.map(getCell).filter(Boolean).join(" ").replace(/\s+/g, " ");
    const amount = readNumber(columnIndexes.amount);
    const quantityCell = getCell(columnIndexes.quantity);
    const quantity = isMoneyCell(quantityCell)
      ? markUnread(quantityCell)
      : readNumberCell(quantityCell, read);
    // The row's total is used as the unit price only if the row has no quantity.
    return {
      name,
      quantity: quantity || "1",
      price: readNumber(columnIndexes.price) || (quantity === "" ? amount : ""),
    };
  });
  const usedRows = parsedRows.filter(({ name, price }) => name !== "" || price !== "");
  return usedRows.length > 0 ? usedRows.slice(0, MAX_ROWS) : null;
}

interface ColumnIndexes {
  name: number[];
  quantity: number | null;
  price: number | null;
  /** The row's total; read only if it has no price. */
  amount: number | null;
}

function splitIntoTable(text: string, read: ReadTypedNumber): string[][] | null {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  if (lines.trim() === "") return null;
  if (lines.includes("\t")) {
    const rows = splitIntoCells(lines, "\t");
    // A single cell with a tab before or after it is plain text.
    return rows.length > 1 || rows[0]?.filter((cell) => cell.trim() !== "").length !== 1 ? rows : null;
  }
  // Sentences contain commas too: it is a table only if every row has the same number of cells and one of
  // them is a number.
  for (const separator of [";", ","]) {
    const rows = splitIntoCells(lines, separator);
    const [first] = rows;
    const isEven =
      first !== undefined && first.length > 1 && rows.every((row) => row.length === first.length);
    if (
      rows.length > 1 &&
      isEven &&
      rows.slice(1).every((row) => row.some((cell) => isNumberCell(cell, read)))
    )
      return rows;
  }
  return null;
}

/** Quoted cells may contain the separator, line breaks and doubled quotation marks. */
function splitIntoCells(text: string, delimiter: string): string[][] {
  const config = { delimiter, newline: "\n", skipEmptyLines: "greedy" } as const;
  const { data, errors } = Papa.parse<string[]>(text, config);
  if (errors.length === 0) return data;
  // A cell that only begins with a quotation mark ('"Large" tap') would contain the rest of the text.
  return Papa.parse<string[]>(text, { ...config, quoteChar: "\0" }).data;
}

const HEADER_PATTERNS: [keyof ColumnIndexes, RegExp][] = [
  ["quantity", /^(qty|quantity|no\.?|number|units?|how many|hours|hrs|days)$/],
  ["amount", /^(line )?(total|amount|sum|net|cost)( \(?(£|gbp)\)?)?$/],
  ["price", /(price|rate|each|per unit|unit cost|£)/],
  [
    "name",
    /^(items?|names?|descriptions?|details?|materials?|products?|works?|tasks?|services?|job|part|what)\b/,
  ],
];

/** The labels of total rows, which are skipped because the document calculates its own totals. */
const TOTAL_ROW_PATTERN =
  /^((sub|grand|net|gross)[ -]?)?(totals?|sum)( (due|price|cost))?( \(?(£|gbp)\)?)?:?$|^vat( ?(@|at) ?\d+(\.\d+)? ?%)?:?$/i;

const isTotalCell = (cell: string) => TOTAL_ROW_PATTERN.test(cell.trim());

/** The columns according to a header; null if the row isn't one. */
function findColumnsByHeader(cells: readonly string[], read: ReadTypedNumber): ColumnIndexes | null {
  if (cells.some((cell) => isNumberCell(cell, read) || /£\s*\d/.test(cell))) return null;
  const indexes: ColumnIndexes = { name: [], quantity: null, price: null, amount: null };
  let knownCount = 0;
  cells.forEach((cell, at) => {
    const word = cell.trim().toLowerCase();
    const [columnKind] = HEADER_PATTERNS.find(([, pattern]) => pattern.test(word)) ?? [];
    if (columnKind === undefined) return;
    knownCount += 1;
    if (columnKind === "name") indexes.name.push(at);
    else indexes[columnKind] ??= at;
  });
  if (knownCount === 0) return null;
  // If the header names only number columns, the other columns are the name.
  const usedColumns = new Set([indexes.quantity, indexes.price, indexes.amount]);
  if (indexes.name.length === 0)
    indexes.name = cells.flatMap((_, at) => (usedColumns.has(at) ? [] : [at])).slice(0, 1);
  return indexes;
}

/**
 * Identifies the columns by content: texts are the name; the first of two number columns is the quantity,
 * unless it is in pounds.
 */
function findColumnsByContent(rows: readonly (readonly string[])[], read: ReadTypedNumber): ColumnIndexes {
  const width = Math.max(...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) =>
    rows.map((row) => (row[at] ?? "").trim()).filter(Boolean),
  );
  const isNumberColumn = (cells: readonly string[]) =>
    cells.length > 0 && cells.every((cell) => isNumberCell(cell, read));
  const numberColumns = columns.flatMap((cells, at) => (isNumberColumn(cells) ? [at] : []));
  const name = columns
    .flatMap((cells, at) => (cells.length > 0 && !isNumberColumn(cells) ? [at] : []))
    .slice(0, 1);
  const [first, second] = numberColumns;
  if (first === undefined) return { name, quantity: null, price: null, amount: null };
  if (second === undefined) return { name, quantity: null, price: first, amount: null };
  const poundColumns = numberColumns.filter((at) => columns[at]?.some(isMoneyCell));
  // If all are in pounds, they are the unit price, the total and so on.
  const quantity = numberColumns.find((at) => !poundColumns.includes(at)) ?? null;
  const [price = second, amount = null] = (poundColumns.length > 0 ? poundColumns : numberColumns).filter(
    (at) => at !== quantity,
  );
  return { name, quantity, price, amount };
}

/** Whether a cell contains an amount of money. */
const isMoneyCell = (cell: string) => /£|GBP/i.test(cell);

/** The unit after a number: '8 hours', '10 m', '£45/hr', '£2 each'. */
const UNIT_PATTERN = /(\s*(\/|per|a)?\s*(hours?|hrs?|days?|m|metres?|each|ea|pcs?|no|off))\.?$/i;

const removeUnit = (cell: string) => cell.trim().replace(UNIT_PATTERN, "");

/** A VAT rate is a number, but neither a quantity nor a price. */
const isPercentage = (cell: string) => cell.trimEnd().endsWith("%");

const isNumberCell = (cell: string, read: ReadTypedNumber): boolean =>
  !isPercentage(cell) && Boolean(read(removeUnit(cell)));

/** A number as its field contains it, without its unit. */
function readNumberCell(cell: string, read: ReadTypedNumber): string {
  const figure = isPercentage(cell) ? undefined : read(removeUnit(cell));
  return figure ?? markUnread(cell);
}

/** Core's limit. */
const MAX_LINES = 500;

interface PasteHandlerInput {
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => HistoryStep | null;
  undoStep: (step: HistoryStep) => void;
}

/** Handles pasting spreadsheet rows among the lines, which become lines. */
export function usePasteHandler({
  getDraft,
  dispatch,
  undoStep,
}: PasteHandlerInput): (event: ClipboardEvent) => void {
  const { parseNumber } = useRules();
  return (event) => {
    const { target } = event;
    const text = event.clipboardData.getData("text/plain");
    // In a line's details, which can have several rows, text is pasted unchanged.
    const isDetails =
      target instanceof HTMLTextAreaElement && target.getAttribute("aria-autocomplete") === null;
    const rows = isDetails ? null : parsePastedRows(text, parseNumber);
    if (rows === null) return;
    event.preventDefault();
    const room = Math.max(0, MAX_LINES - getDraft().items.filter((line) => !isBlankLine(line)).length);
    const pastedLines = rows.slice(0, room).map((row) => ({ ...createEmptyLine(newId()), ...row }));
    const leftOutCount = rows.length - pastedLines.length;
    const after = target instanceof Element ? target.closest("[data-line]")?.getAttribute("data-line") : null;
    const step =
      pastedLines.length > 0
        ? flushSync(() => dispatch({ type: "lines", lines: pastedLines, after: after ?? undefined }))
        : null;
    focusLine(pastedLines[0]?.id ?? "", "name");
    toast({
      title: pastedLines.length === 1 ? "1 line pasted" : `${pastedLines.length} lines pasted`,
      description:
        leftOutCount > 0
          ? `${leftOutCount} left out: a document can have at most ${MAX_LINES} lines.`
          : undefined,
      action: step ? { label: "Undo", onPress: () => undoStep(step) } : undefined,
    });
  };
}
