// @vitest-environment window
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderAlone } from "../../../testing/render-alone";
import { PaymentTermsField } from "./PartiesSection";

function Dated({ from, begins }: { from: string; begins: string }) {
  const [due, setDue] = useState(begins);
  return (
    <>
      <PaymentTermsField issueDate={from} dueDate={due} onChange={setDue} />
      <output>{due}</output>
    </>
  );
}

const field = () => screen.findByLabelText<HTMLSelectElement>("Payment due");
const due = () => screen.getByRole("status").textContent;
const readTerms = (select: HTMLSelectElement) =>
  [...select.options].find(({ value }) => value === select.value)?.textContent;

it("says how long there is to pay, and sets the due date by it", async () => {
  const user = await renderAlone(<Dated from="2026-01-31" begins="2026-02-14" />);
  const select = await field();
  expect(readTerms(select)).toBe("In 14 days");
  for (const [terms, date] of [
    ["The same day", "2026-01-31"],
    ["In 1 month", "2026-02-28"],
    ["In 3 months", "2026-04-30"],
    ["At the end of the month", "2026-01-31"],
    ["At the end of next month", "2026-02-28"],
    ["In 60 days", "2026-04-01"],
  ] as const) {
    await user.selectOptions(select, terms);
    expect([due(), readTerms(select)]).toEqual([date, terms]);
  }
});

it("leaves another date as it is", async () => {
  await renderAlone(<Dated from="2026-01-31" begins="2026-02-20" />);
  expect(readTerms(await field())).toBe("On the due date");
});
