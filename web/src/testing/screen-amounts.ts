// Tests of the amounts on a screen and the links of its rows: each amount under its own label, in the table
// on a computer and on the cards on a phone. All amounts in the records of such a test must be different.
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { User } from "../api/generated/User";
import { emulatePhone } from "./device";
import { ADA } from "./fixtures";
import { openApp } from "./open-app";

interface ExpectedRow {
  /** Text that identifies the row, in the table and among the cards. */
  row: string;
  /** The target of the row's link, if it has one. */
  to?: string;
  /** The text of each cell, by its column's heading. */
  cells: Record<string, string>;
  /**
   * The amounts on its card from top to bottom, each with the text around it. Omitted for a table that phones
   * display too.
   */
  card?: string[];
}

interface ScreenAmountsSpec {
  path: string;
  /** The signed-in user; Ada by default. */
  user?: User;
  /** Mocks the screen's requests. */
  besides: () => void;
  /** The tables, by name. */
  tables?: Record<string, { rows: ExpectedRow[]; foot?: Record<string, string>[] }>;
  /** Amounts with a label above. */
  sums?: Record<string, string>;
  /** Links that contain amounts: their text and target. */
  links?: [says: RegExp, to: string][];
  /** Sentences that contain amounts. */
  sentences?: string[];
}

const getMain = () => within(screen.getByRole("main"));
const readText = (node: Element | null | undefined) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();

/** The text of each cell of a row, by its column's heading. */
function readCells(table: HTMLElement, row: Element): Record<string, string> {
  const heads = [...table.querySelectorAll("thead th")].map(readText);
  return Object.fromEntries([...row.children].map((cell, at) => [heads[at] ?? "", readText(cell)]));
}

const findRow = (rows: Iterable<Element>, text: string): Element => {
  const found = [...rows].find((row) => readText(row).includes(text));
  if (!found) throw new Error(`No row says ${text}.`);
  return found;
};

const readLink = (row: Element) => row.querySelector("a")?.getAttribute("href") ?? undefined;

const AMOUNT = /[−-]?£[\d,]+(\.\d\d)?/g;

function expectCells(table: HTMLElement, row: Element, cells: Record<string, string>): void {
  const found = readCells(table, row);
  expect(Object.fromEntries(Object.keys(cells).map((head) => [head, found[head]]))).toEqual(cells);
}

function expectAmounts({ sums = {}, links = [], sentences = [] }: ScreenAmountsSpec): void {
  const labels = screen.queryAllByRole("term", { hidden: true });
  const found = Object.keys(sums).map((label) => {
    const term = labels.find((one) => readText(one) === label);
    return [label, readText(term?.nextElementSibling)];
  });
  expect(Object.fromEntries(found)).toEqual(sums);
  for (const [text, to] of links) {
    const link = getMain()
      .getAllByRole("link")
      .find((one) => text.test(readText(one)));
    expect([String(text), link?.getAttribute("href")]).toEqual([String(text), to]);
  }
  const all = readText(screen.getByRole("main"));
  for (const sentence of sentences) expect(all).toContain(sentence);
  // Dates must be written as 1 Sep 2026.
  expect(all).not.toMatch(/\d{4}-\d{2}-\d{2}/);
}

/** Waits until the screen has loaded everything. */
const waitForScreen = (spec: ScreenAmountsSpec) =>
  waitFor(() => {
    for (const name of Object.keys(spec.tables ?? {})) screen.getAllByLabelText(name);
    expectAmounts(spec);
  });

/**
 * Checks that each amount on a screen belongs to the right value of the record, and that its rows link to the
 * right pages.
 */
export function describeAmounts(name: string, spec: ScreenAmountsSpec): void {
  const tables = Object.entries(spec.tables ?? {});
  describe(name, () => {
    it("shows each amount under its own label on a desktop, and links to its record", async () => {
      spec.besides();
      await openApp(spec.path, { user: spec.user ?? ADA });
      await waitForScreen(spec);
      for (const [label, { rows, foot }] of tables) {
        const table = screen.getByRole("table", { name: label });
        for (const { row, to, cells } of rows) {
          const found = findRow(table.querySelectorAll("tbody tr"), row);
          expectCells(table, found, cells);
          expect(readLink(found)).toBe(to);
        }
        const feet = table.querySelectorAll("tfoot tr");
        if (foot) expect(feet).toHaveLength(foot.length);
        for (const [at, cells] of (foot ?? []).entries()) expectCells(table, feet[at] as Element, cells);
      }
    });

    it("says the same on a phone", async () => {
      emulatePhone();
      spec.besides();
      await openApp(spec.path, { user: spec.user ?? ADA });
      await waitForScreen(spec);
      for (const [label, { rows }] of tables) {
        for (const { row, to, card } of rows) {
          if (!card) continue;
          const list = screen.getByRole("list", { name: label });
          const found = findRow(list.children, row);
          const sums = card.flatMap((text) => text.match(AMOUNT) ?? []);
          expect(readText(found).match(AMOUNT) ?? []).toEqual(sums);
          for (const text of card) expect(readText(found)).toContain(text);
          expect(readLink(found)).toBe(to);
        }
      }
    });
  });
}
