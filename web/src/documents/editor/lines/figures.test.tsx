// @vitest-environment happy-dom
// What the figures of a line say and do while they are typed.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/axe";
import { draftWith, edited, editing, lineOf } from "../../../testing/editor";

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(`Line 1 ${name}`);
/** What is typed is shown once a frame was painted, or another field has the focus. */
const shows = (name: string, value: string) => waitFor(() => expect(field(name).value).toBe(value));
const put = (name: string, text: string) => {
  act(() => field(name).focus());
  fireEvent.change(field(name), { target: { value: text } });
};
const leave = () => act(() => screen.getByLabelText("Line 1 description").focus());
const price = () => edited().items[0]?.price;

/** The words that a screen reader reads with a field. */
const said = (name: string) => {
  const ids = field(name).getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
};

it("says what is wrong with a mark-up, keeps it as it was typed, and changes no price by it", async () => {
  const user = await editing(draftWith({}, lineOf({ name: "Tap", quantity: "1", price: "89.90" })));
  await user.click(screen.getByRole("button", { name: "More for line 1" }));
  await user.click(await screen.findByRole("menuitem", { name: "Cost and mark-up" }));
  await screen.findByText(/^A mark-up needs a cost above £0\./);
  put("cost", "71.92");
  await shows("mark-up", "25");

  const range = "Mark-up must be between 0 and 10,000,000.";
  put("mark-up", "99999999");
  await screen.findByText(range);
  leave();
  await shows("mark-up", "99999999");
  expect(field("mark-up").getAttribute("aria-invalid")).toBe("true");
  expect(said("mark-up")).toBe(range);
  expect(price()).toBe("89.90");
  await expectAccessible();

  put("mark-up", "abc");
  await screen.findByText("Mark-up must be a number.");
  leave();
  await shows("mark-up", "abc");
  expect(price()).toBe("89.90");

  // Emptied and left, it says what counts.
  put("mark-up", "");
  leave();
  await shows("mark-up", "25");
  await waitFor(() => expect(screen.queryByText(/^Mark-up must be/)).toBeNull());

  put("cost", "0");
  put("mark-up", "20");
  await screen.findByText("A mark-up needs a cost above £0.");
  expect(price()).toBe("89.90");
  put("cost", "50");
  await shows("price", "60.00");
  expect(price()).toBe("60.00");
});

it("tidies a price once it is left, and has it typed over when somebody comes back to it", async () => {
  const pipe = lineOf({ id: "b", name: "Pipe", quantity: "2", price: "4.255" });
  const user = await editing(draftWith({}, lineOf({ name: "Tap", quantity: "1", price: "89.90" }), pipe));
  await user.click(field("price"));
  await user.keyboard("1200");
  await shows("price", "1200");
  await user.tab();
  await shows("price", "1,200.00");
  expect(screen.getByLabelText<HTMLInputElement>("Line 2 price").value).toBe("4.255");
  await user.click(field("price"));
  await shows("price", "1200");
  await user.keyboard("95");
  await user.tab();
  await shows("price", "95.00");
  expect(price()).toBe("95");
});

it("forgets what was wrong with a discount once that is removed", async () => {
  const user = await editing(draftWith({}, lineOf({ name: "Tap", quantity: "1", price: "89.90" })));
  await user.click(screen.getByRole("button", { name: "Add discount" }));
  fireEvent.change(screen.getByLabelText("Percentage"), { target: { value: "200" } });
  const wrong = () => document.querySelectorAll('[aria-invalid="true"]');
  await expect.poll(() => wrong().length).toBe(1);
  await user.click(screen.getByRole("button", { name: "Remove discount" }));
  await expect.poll(() => wrong().length).toBe(0);
  expect(edited().includeDiscount).toBe(false);
});
