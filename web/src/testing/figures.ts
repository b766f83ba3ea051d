// The figures on a screen and the links of its rows: each figure under its own label, in the table on a computer and on
// the cards on a phone. No two amounts in the records of such a test are equal.
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { User } from "../api/generated/User";
import { ADA } from "./basics";
import { phone } from "./device";
import { open } from "./open";

interface Row {
  /** Text that finds the row, in the table and among the cards. */
  row: string;
  /** Where its link leads; left out where it has none. */
  to?: string;
  /** The text of each cell, by its column's heading. */
  cells: Record<string, string>;
  /** The amounts on its card from top to bottom, each with the words around it. Left out for a table that is shown on phones too. */
  card?: string[];
}

interface Screen {
  path: string;
  /** Who is logged in; Ada by default. */
  user?: User;
  /** Answers the screen's requests. */
  besides: () => void;
  /** Its tables, by their names. */
  tables?: Record<string, { rows: Row[]; foot?: Record<string, string>[] }>;
  /** Figures with a label over them. */
  sums?: Record<string, string>;
  /** Figures that lead somewhere: what such a link says, and where it goes. */
  links?: [says: RegExp, to: string][];
  /** Sentences with figures in them. */
  says?: string[];
}

const main = () => within(screen.getByRole("main"));
const words = (node: Element | null | undefined) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();

/** The text of each cell of a row, by its column's heading. */
function cellsOf(table: HTMLElement, row: Element): Record<string, string> {
  const heads = [...table.querySelectorAll("thead th")].map(words);
  return Object.fromEntries([...row.children].map((cell, at) => [heads[at] ?? "", words(cell)]));
}

const rowWith = (rows: Iterable<Element>, text: string): Element => {
  const found = [...rows].find((row) => words(row).includes(text));
  if (!found) throw new Error(`No row says ${text}.`);
  return found;
};

const pathOf = (row: Element) => row.querySelector("a")?.getAttribute("href") ?? undefined;

const MONEY = /[−-]?£[\d,]+(\.\d\d)?/g;

function expectCells(table: HTMLElement, row: Element, cells: Record<string, string>): void {
  const found = cellsOf(table, row);
  expect(Object.fromEntries(Object.keys(cells).map((head) => [head, found[head]]))).toEqual(cells);
}

function expectFigures({ sums = {}, links = [], says = [] }: Screen): void {
  const labels = screen.queryAllByRole("term", { hidden: true });
  const found = Object.keys(sums).map((label) => {
    const term = labels.find((one) => words(one) === label);
    return [label, words(term?.nextElementSibling)];
  });
  expect(Object.fromEntries(found)).toEqual(sums);
  for (const [text, to] of links) {
    const link = main()
      .getAllByRole("link")
      .find((one) => text.test(words(one)));
    expect([String(text), link?.getAttribute("href")]).toEqual([String(text), to]);
  }
  const all = words(screen.getByRole("main"));
  for (const sentence of says) expect(all).toContain(sentence);
  // A date is written as people write it: 1 Sep 2026.
  expect(all).not.toMatch(/\d{4}-\d{2}-\d{2}/);
}

/** Waits until all that the screen reads is there. */
const settled = (of: Screen) =>
  waitFor(() => {
    for (const name of Object.keys(of.tables ?? {})) screen.getAllByLabelText(name);
    expectFigures(of);
  });

/** Asks of a screen that each of its figures is the record's own, and that its rows lead to what they are of. */
export function describeFigures(name: string, of: Screen): void {
  const tables = Object.entries(of.tables ?? {});
  describe(name, () => {
    it("says each sum under its own label on a desk, and leads to what it is of", async () => {
      of.besides();
      await open(of.path, { user: of.user ?? ADA });
      await settled(of);
      for (const [label, { rows, foot }] of tables) {
        const table = screen.getByRole("table", { name: label });
        for (const { row, to, cells } of rows) {
          const found = rowWith(table.querySelectorAll("tbody tr"), row);
          expectCells(table, found, cells);
          expect(pathOf(found)).toBe(to);
        }
        const feet = table.querySelectorAll("tfoot tr");
        if (foot) expect(feet).toHaveLength(foot.length);
        for (const [at, cells] of (foot ?? []).entries()) expectCells(table, feet[at] as Element, cells);
      }
    });

    it("says the same on a phone", async () => {
      phone();
      of.besides();
      await open(of.path, { user: of.user ?? ADA });
      await settled(of);
      for (const [label, { rows }] of tables) {
        for (const { row, to, card } of rows) {
          if (!card) continue;
          const list = screen.getByRole("list", { name: label });
          const found = rowWith(list.children, row);
          const sums = card.flatMap((text) => text.match(MONEY) ?? []);
          expect(words(found).match(MONEY) ?? []).toEqual(sums);
          for (const text of card) expect(words(found)).toContain(text);
          expect(pathOf(found)).toBe(to);
        }
      }
    });
  });
}
