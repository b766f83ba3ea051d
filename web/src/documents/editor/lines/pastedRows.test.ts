import { describe, expect, it } from "vitest";
import { pastedRows } from "./pastedRows";

const tabbed = (...rows: string[]) => rows.map((row) => row.replaceAll(" | ", "\t")).join("\r\n");
const read = (text: string) => pastedRows(text)?.map(({ name, quantity, price }) => [name, quantity, price]);

describe("pasted rows", () => {
  it("are lines, by what stands in the columns", () => {
    expect(read(tabbed("Copper pipe | 6.5 | 7.825", "Elbow | 4 | £1,012.50", ""))).toEqual([
      ["Copper pipe", "6.5", "7.825"],
      ["Elbow", "4", "1012.50"],
    ]);
    expect(read(tabbed("Tap | £89.90 | 2", "Pipe | £4.25 | 3"))).toEqual([
      ["Tap", "2", "89.90"],
      ["Pipe", "3", "4.25"],
    ]);
    expect(read(tabbed("Tap | 89.90", "Skip hire | 240"))).toEqual([
      ["Tap", "1", "89.90"],
      ["Skip hire", "1", "240"],
    ]);
    // What they come to is worked out by the rules.
    expect(read(tabbed("Tap | 2 | £10.00 | £20.00", "Pipe | 3 | £1.00 | £3.00"))).toEqual([
      ["Tap", "2", "10.00"],
      ["Pipe", "3", "1.00"],
    ]);
    expect(read(tabbed("2 | Tap | 89.90", "3 | Pipe | 4"))).toEqual([
      ["Tap", "2", "89.90"],
      ["Pipe", "3", "4"],
    ]);
  });

  it("are read by their header", () => {
    expect(read(tabbed("Unit price | Description | Qty | Total", "£7.50 | Tile | 40 | £300.00"))).toEqual([
      ["Tile", "40", "7.50"],
    ]);
    expect(read(tabbed("Item | Rate (£) | Hours", "Labour | 45 | 3"))).toEqual([["Labour", "3", "45"]]);
    expect(read(tabbed("Item | Amount", "Call-out | GBP 60"))).toEqual([["Call-out", "1", "60"]]);
  });

  it("keep a minus and an empty cell", () => {
    expect(
      read(tabbed("Old boiler taken back | 1 | -£50.00", "Goodwill | 1 | (20.00)", "Later | | ")),
    ).toEqual([
      ["Old boiler taken back", "1", "-50.00"],
      ["Goodwill", "1", "-20.00"],
      ["Later", "1", ""],
    ]);
  });

  it("may be separated by commas, with quotation marks", () => {
    expect(read('Item,Qty,Price\n"Pipe, 22 mm",2,"1,200.00"\n"6"" plate",1,4')).toEqual([
      ["Pipe, 22 mm", "2", "1200.00"],
      ['6" plate', "1", "4"],
    ]);
    expect(read("Tap;2;89.90\nPipe;3;4.25")).toEqual([
      ["Tap", "2", "89.90"],
      ["Pipe", "3", "4.25"],
    ]);
  });

  it("may hold a line break within a cell of a spreadsheet", () => {
    expect(read('"Boiler\nwith flue"\t1\t1240')).toEqual([["Boiler with flue", "1", "1240"]]);
  });

  it("are none in a text: a cell, a sentence, an address", () => {
    for (const text of [
      "Copper pipe",
      "\tCopper pipe",
      "Copper pipe, 22 mm, 3 m",
      "£1,200.00",
      "",
      "\n",
      "First we take the old tap out,\nthen we fit the new one, and\ntest it.",
      "4 Forge Yard\nLeeds\nLS5 3NF",
    ]) {
      expect(pastedRows(text), text).toBeNull();
    }
  });
});
