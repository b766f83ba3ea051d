import { describe, expect, it } from "vitest";
import { loadRules } from "../../../rules/rules";
import { parsePastedRows } from "./pastedRows";

const { parseNumber } = await loadRules();

const tabbed = (...rows: string[]) => rows.map((row) => row.replaceAll(" | ", "\t")).join("\r\n");
const read = (text: string) =>
  parsePastedRows(text, parseNumber)?.map(({ name, quantity, price }) => [name, quantity, price]);

describe("pasted rows", () => {
  it("become lines, according to their columns", () => {
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
    // An amount of money is never a quantity.
    expect(read(tabbed("Tap | £89.90 | £107.88", "Pipe | £4.25 | £5.10"))).toEqual([
      ["Tap", "1", "89.90"],
      ["Pipe", "1", "4.25"],
    ]);
    expect(read(tabbed("Tap | GBP 89.90 | 2", "Pipe | GBP 4.25 | 3"))).toEqual([
      ["Tap", "2", "89.90"],
      ["Pipe", "3", "4.25"],
    ]);
    // The rules calculate the totals.
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

  it("leave out totals, since the document adds up its lines itself", () => {
    const lines = ["Tap | 2 | £10.00 | £20.00", "Total loss cover | 1 | £5.00 | £5.00"];
    for (const sum of [
      " | Subtotal | | £25.00",
      "Total: | | | 25.00",
      "VAT @ 20% | | | £5",
      "Grand total (£) | | | 30",
    ]) {
      expect(read(tabbed("Item | Qty | Price | Total", ...lines, sum)), sum).toEqual([
        ["Tap", "2", "10.00"],
        ["Total loss cover", "1", "5.00"],
      ]);
      expect(read(tabbed(...lines, sum)), sum).toHaveLength(2);
    }
  });

  it("may have units, and pence after a comma", () => {
    expect(read(tabbed("Labour | 8 hours | £45/hr", "Pipe | 10 m | £2 each"))).toEqual([
      ["Labour", "8", "45"],
      ["Pipe", "10", "2"],
    ]);
    expect(read("Elbow;3;12,50\nClip;10;1,20")).toEqual([
      ["Elbow", "3", "12.50"],
      ["Clip", "10", "1.20"],
    ]);
    // A size isn't a quantity.
    expect(read(tabbed("22 mm | 6 | 7.83", "15 mm | 4 | 4.26"))).toEqual([
      ["22 mm", "6", "7.83"],
      ["15 mm", "4", "4.26"],
    ]);
  });

  it("keep text that is not a number, for its field to refuse", () => {
    expect(
      read(
        tabbed(
          "Item | Qty | Price",
          "Elbow | 10-12 | 1.200.50",
          "Boiler | ½ | 1k",
          "Skip | 2 x 45 | POA",
          "Credit | 1 | (15.00)",
          "Sealant | 1e3 | 20%",
          "Later | - | ",
          "Grout | £5 | £2",
        ),
      ),
    ).toEqual([
      ["Elbow", "?10-12", "?1.200.50"],
      ["Boiler", "0.5", "1000"],
      ["Skip", "?2 x 45", "?POA"],
      ["Credit", "1", "-15.00"],
      ["Sealant", "?1e3", "?20%"],
      ["Later", "1", ""],
      ["Grout", "?£5", "2"],
    ]);
  });

  it("may hold a line break within a cell of a spreadsheet", () => {
    expect(read('"Boiler\nwith flue"\t1\t1240')).toEqual([["Boiler with flue", "1", "1240"]]);
  });

  it("may have a cell that begins with a quotation mark", () => {
    expect(read(tabbed('"Large" tap | 2 | 10', '"Pipe | 3 | 4'))).toEqual([
      ['"Large" tap', "2", "10"],
      ['"Pipe', "3", "4"],
    ]);
  });

  it("are not found in ordinary text: a cell, a sentence, an address", () => {
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
      expect(parsePastedRows(text, parseNumber), text).toBeNull();
    }
  });
});
