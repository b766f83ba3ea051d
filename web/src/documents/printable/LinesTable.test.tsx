// @vitest-environment window
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { LineRow } from "../../api/generated/LineRow";
import { LinesTable } from "./LinesTable";
import { ChoiceCards } from "./PrintableLines";

afterEach(cleanup);

const LINE: LineRow = {
  id: "a",
  name: "Boiler",
  description: [],
  labour: null,
  vat: null,
  quantity: "1",
  rate: "£340.00",
  amount: "£340.00",
  optional: false,
  selected: true,
  counted: true,
};

it("says above the amounts that VAT is in them, on a phone too", () => {
  render(<LinesTable lines={[LINE]} columns={["Description", "Qty", "Rate inc. VAT", "Amount inc. VAT"]} />);
  screen.getByRole("columnheader", { name: "Rate inc. VAT" });
  screen.getByRole("columnheader", { name: "Amount inc. VAT" });
  expect(screen.getByRole("table").classList.contains("paper-inc-vat")).toBe(true);
});

it("shows the headings of amounts without VAT only if there is room", () => {
  const { rerender } = render(
    <LinesTable lines={[LINE]} columns={["Description", "Qty", "Rate", "Amount"]} />,
  );
  expect(screen.getByRole("table").classList.contains("paper-inc-vat")).toBe(false);
  // Hidden prices have no headings.
  rerender(<LinesTable lines={[LINE]} columns={["Description", "Qty", "", ""]} />);
  expect(screen.getByRole("table").classList.contains("paper-inc-vat")).toBe(false);
});

it("says above the lines of each choice that they include VAT", () => {
  const choice = {
    id: "good",
    name: "Good",
    total: "£340.00",
    note: "",
    rows: [],
    chosen: true,
    settled: false,
  };
  const lines = [{ ...LINE, choiceId: "good" }];
  const { rerender } = render(
    <ChoiceCards choices={[choice]} lines={lines} amountsLabel="Amount inc. VAT" />,
  );
  screen.getByText("Amount inc. VAT");
  rerender(<ChoiceCards choices={[choice]} lines={lines} />);
  expect(screen.queryByText("Amount inc. VAT")).toBeNull();
});
