// @vitest-environment window
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderAlone } from "../../testing/render-alone";
import { PaymentTermFields } from "./SeriesFields";
import { createSeries, type RecurringSeriesForm } from "./series-form";

function Form({ begins }: { begins: RecurringSeriesForm }) {
  const [series, setSeries] = useState(begins);
  return (
    <>
      <PaymentTermFields series={series} onChange={(patch) => setSeries({ ...series, ...patch })} />
      <output>{`${series.daysDue} ${series.dueUnit}`}</output>
    </>
  );
}

const due = () => screen.getByRole("status").textContent;

it("offers the payment terms of an invoice, and any number of days or months", async () => {
  const user = await renderAlone(<Form begins={createSeries("2026-12-01", 14)} />);
  const select = await screen.findByLabelText<HTMLSelectElement>("Payment due");
  expect(select.selectedOptions[0]?.textContent).toBe("In 14 days");
  for (const [chosen, sent] of [
    ["The same day", "0 days"],
    ["In 2 months", "2 months"],
    ["At the end of next month", "1 monthend"],
    ["At the end of the month", "0 monthend"],
  ] as const) {
    await user.selectOptions(select, chosen);
    expect(due()).toBe(sent);
    expect(screen.queryByLabelText("Due after")).toBeNull();
  }
  await user.selectOptions(select, "After a number of days");
  const count = screen.getByLabelText("Due after");
  await user.clear(count);
  // A typed number that is also in the list stays in the field.
  await user.type(count, "14");
  expect([due(), select.value]).toEqual(["14 days", "days"]);
  await user.selectOptions(select, "After a number of months");
  await user.clear(screen.getByLabelText("Due after"));
  await user.type(screen.getByLabelText("Due after"), "6");
  expect(due()).toBe("6 months");
});

it("shows a number of days that is not in the list", async () => {
  await renderAlone(<Form begins={createSeries("2026-12-01", 10)} />);
  expect((await screen.findByLabelText<HTMLInputElement>("Due after")).value).toBe("10");
});
