// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import type { BankReport } from "../../../api/generated/BankReport";
import { setWriteTransport } from "../../../api/requests";
import { renderAlone } from "../../../testing/render-alone";
import { BankImportPage } from "./BankImportPage";

const ASKED: BankReport = {
  done: false,
  encoding: "UTF-8",
  separator: ",",
  leftOut: [],
  columns: [
    { heading: "When", example: "12/11/2026" },
    { heading: "Gone", example: "43.20" },
  ],
  reading: { columns: ["date", "ignored"], dates: "dayFirst", signs: "spentBelow" },
  asks: ["columns"],
  new: 0,
  newAmount: "0.00",
  known: 0,
  moneyIn: 0,
  unreadable: 0,
  rows: [],
};

const READ: BankReport = {
  ...ASKED,
  reading: { ...ASKED.reading, columns: ["date", "out"] },
  asks: [],
  rows: [
    {
      row: 2,
      isFee: false,
      outcome: "perhaps",
      date: "2026-11-12",
      supplier: "SHELL",
      amount: "43.20",
      category: "carVanTravelExpenses",
      suggested: true,
      says: "Fuel on 11 Nov 2026",
    },
  ],
};

it("asks which column is the amount and what a row is, and sends the answers", async () => {
  const sent: [path: string, reading: unknown, choices: unknown][] = [];
  const before = setWriteTransport(async ({ path, body }) => {
    const form = body as FormData;
    const reading = JSON.parse(`${form.get("reading") ?? "null"}`);
    sent.push([path, reading, JSON.parse(`${form.get("choices")}`)]);
    return reading ? { ...READ, done: path === "/api/expenses/import" } : ASKED;
  });
  onTestFinished(() => void setWriteTransport(before));
  const user = await renderAlone(<BankImportPage />);
  await user.upload(await screen.findByLabelText("Bank statement"), new File(["a,b"], "bank.csv"));
  await screen.findByText("Which columns are these?");
  expect(screen.queryByRole("button", { name: /^(Import|Save)/ })).toBeNull();
  await user.selectOptions(screen.getByLabelText("Gone"), "Money out");
  const reading = { columns: READ.reading.columns, dates: null, signs: null };
  await waitFor(() => expect(sent.at(-1)?.[1]).toEqual(reading));
  await screen.findByText("Are these already there?");
  expect(screen.queryByText("Which columns are these?")).toBeNull();
  // Nothing is sent before the user has classified the row.
  expect(screen.queryByRole("button", { name: /^(Import|Save)/ })).toBeNull();
  const [choice] = screen.getAllByLabelText("Category of SHELL");
  if (!choice) throw new Error("no choice");
  await user.selectOptions(choice, "Same as Fuel on 11 Nov 2026");
  expect(screen.queryByText("Are these already there?")).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Save what you chose" }));
  await waitFor(() =>
    expect(sent.at(-1)).toEqual([
      "/api/expenses/import",
      reading,
      [{ row: 2, isFee: false, category: null, same: true, again: false }],
    ]),
  );
  await screen.findByText("Imported");
});

it("imports nothing before every question is answered", async () => {
  const rows = READ.rows.map((row) => ({ ...row, outcome: "new" as const, says: "" }));
  const sent: unknown[] = [];
  const before = setWriteTransport(async ({ path, body }) => {
    const reading = JSON.parse(`${(body as FormData).get("reading") ?? "{}"}`);
    sent.push(reading);
    const asks = (["dates", "signs"] as const).filter((question) => !reading[question]);
    return { ...READ, rows, asks, new: 1, done: path === "/api/expenses/import" };
  });
  onTestFinished(() => void setWriteTransport(before));
  const user = await renderAlone(<BankImportPage />);
  await user.upload(await screen.findByLabelText("Bank statement"), new File(["a,b"], "bank.csv"));
  await screen.findByText("Is the day or the month first?");
  screen.getByText("Did this money go out?");
  const importing = () => screen.queryByRole("button", { name: "Import 1 expense" });
  const selectedValue = (label: string) => (screen.getByLabelText(label) as HTMLSelectElement).value;
  expect([selectedValue("Dates"), selectedValue("Amounts you spent"), importing()]).toEqual(["", "", null]);
  await user.selectOptions(screen.getByLabelText("Dates"), "dayFirst");
  await waitFor(() => expect(screen.queryByText("Is the day or the month first?")).toBeNull());
  expect([selectedValue("Dates"), selectedValue("Amounts you spent"), importing()]).toEqual([
    "dayFirst",
    "",
    null,
  ]);
  await user.selectOptions(screen.getByLabelText("Amounts you spent"), "spentAbove");
  await waitFor(() => expect(importing()).not.toBeNull());
  await user.click(await screen.findByRole("button", { name: "Import 1 expense" }));
  await screen.findByText("Imported");
  const all = { columns: null, dates: "dayFirst", signs: "spentAbove" };
  expect(sent).toEqual([{}, { columns: null, dates: "dayFirst", signs: null }, all, all]);
});
