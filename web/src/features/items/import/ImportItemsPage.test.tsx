// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import type { ItemImportReport } from "../../../api/generated/ItemImportReport";
import { setWriteTransport } from "../../../api/requests";
import { renderAlone } from "../../../testing/render-alone";
import { ImportItemsPage } from "./ImportItemsPage";

const ASKED: ItemImportReport = {
  done: false,
  encoding: "UTF-8",
  separator: ",",
  leftOut: ["Colour"],
  columns: [
    { heading: "Thing", example: "Tap", reads: "" },
    { heading: "Trade", example: "45.00", reads: "Price" },
  ],
  choices: ["Name", "Price"],
  asks: true,
  new: 0,
  updated: 0,
  same: 0,
  unreadable: 0,
  rows: [],
};

const ROWS: ItemImportReport["rows"] = [
  { row: 2, outcome: "new", name: "Tap", says: "", itemId: null, was: null },
  { row: 3, outcome: "unreadable", name: "", says: "it has no name", itemId: null, was: null },
];

/**
 * Responds as the server does; returns what was sent, in order: the path, the columns and the meaning of the
 * prices.
 */
function mockImportResponses(): [path: string, columns: unknown, prices: unknown][] {
  const sent: [string, unknown, unknown][] = [];
  const before = setWriteTransport(async ({ path, body }) => {
    const form = body as FormData;
    const columns = form.get("columns");
    sent.push([path, columns && JSON.parse(`${columns}`), form.get("prices")]);
    const read = { ...ASKED, asks: false, new: 1, unreadable: 1, rows: ROWS };
    return columns ? { ...read, done: !path.endsWith("preview") } : ASKED;
  });
  onTestFinished(() => void setWriteTransport(before));
  return sent;
}

const choose = async () => {
  const user = await renderAlone(<ImportItemsPage />);
  await user.upload(await screen.findByLabelText("Items file"), new File(["a,b"], "items.csv"));
  await screen.findByText("Which columns are these?");
  return user;
};

it("asks which column is the name, shows the outcome of each row, and imports with the chosen columns", async () => {
  const sent = mockImportResponses();
  const user = await choose();
  expect(screen.queryByRole("button", { name: /^Import \d/ })).toBeNull();
  await user.selectOptions(screen.getByLabelText("Thing"), "Name");
  const chosenColumns = ["Name", "Price"];
  await waitFor(() => expect(sent.at(-1)).toEqual(["/api/items/import/preview", chosenColumns, "charged"]));
  // In the table, and in the cards for a phone.
  expect((await screen.findAllByText("It has no name")).length).toBeGreaterThan(0);
  screen.getByText("Colour");
  await user.click(await screen.findByRole("button", { name: "Import 1 item" }));
  await waitFor(() => expect(sent.at(-1)).toEqual(["/api/items/import", chosenColumns, "charged"]));
  await screen.findByText("1 new, 0 changed, 0 already there, 1 left out.");
});

it("reads the file again, with the chosen columns, when its prices are what the business pays", async () => {
  const sent = mockImportResponses();
  const user = await choose();
  await user.selectOptions(screen.getByLabelText("Thing"), "Name");
  await screen.findByRole("button", { name: "Import 1 item" });
  await user.click(screen.getByRole("radio", { name: "What I pay" }));
  const chosenColumns = ["Name", "Price"];
  await waitFor(() => expect(sent.at(-1)).toEqual(["/api/items/import/preview", chosenColumns, "paid"]));
});
