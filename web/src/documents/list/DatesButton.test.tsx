// @vitest-environment window
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fillField } from "../../testing/each-test";
import { renderAlone } from "../../testing/render-alone";
import { DatesButton } from "./DatesButton";

const TOO_EARLY = "This is before the start date.";

/** Opens the dialog of a list that is filtered by these dates; returns what was chosen, which grows. */
async function openDialog(from = "", to = "") {
  const chosen: object[] = [];
  const user = await renderAlone(<DatesButton from={from} to={to} onChange={(days) => chosen.push(days)} />);
  await user.click(screen.getByRole("button", { name: /^Dates/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Dates" }));
  const chooseDates = async (first: string, last: string) => {
    await fillField(user, dialog.getByLabelText("From (optional)"), first);
    await fillField(user, dialog.getByLabelText("Until (optional)"), last);
    await user.click(dialog.getByRole("button", { name: "Show" }));
  };
  return { user, dialog, chosen, chooseDates };
}

const waitForClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

it.each([
  ["a single day", "2026-06-15", "2026-06-15"],
  ["two days in a row", "2026-06-15", "2026-06-16"],
  ["a range over a new year", "2026-12-31", "2027-01-01"],
  ["everything from a day", "2026-06-15", ""],
  ["everything until a day", "", "2026-06-15"],
])("filters by %s", async (_, from, to) => {
  const { chosen, chooseDates } = await openDialog();
  await chooseDates(from, to);
  await waitForClosed();
  expect(chosen).toEqual([{ from, to }]);
});

it.each([
  ["2026-06-15", "2026-06-14"],
  ["2027-01-01", "2026-12-31"],
])("refuses a range from %s until %s, and says why at its end", async (from, to) => {
  const { dialog, chosen, chooseDates } = await openDialog();
  await chooseDates(from, to);
  dialog.getByText(TOO_EARLY);
  expect(dialog.getByLabelText("Until (optional)").getAttribute("aria-invalid")).toBe("true");
  expect(chosen).toEqual([]);
  await chooseDates(from, from);
  await waitForClosed();
  expect(chosen).toEqual([{ from, to: from }]);
});

it("has the chosen dates when it is opened again, and goes back to all dates", async () => {
  const { user, dialog, chosen } = await openDialog("2026-06-15", "2026-06-15");
  expect(dialog.queryByText(TOO_EARLY)).toBeNull();
  expect(dialog.getByLabelText<HTMLInputElement>("From (optional)").value).toBe("2026-06-15");
  expect(dialog.getByLabelText<HTMLInputElement>("Until (optional)").value).toBe("2026-06-15");
  await user.click(dialog.getByRole("button", { name: "All dates" }));
  await waitForClosed();
  expect(chosen).toEqual([{ from: "", to: "" }]);
});
