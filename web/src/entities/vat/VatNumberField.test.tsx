// @vitest-environment window
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { afterEach, expect, it, vi } from "vitest";
import { VatNumberField } from "./VatNumberField";

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

function Form({ own }: { own: boolean }) {
  const { register, watch } = useForm({ defaultValues: { number: "" } });
  return <VatNumberField isOwn={own} value={watch("number")} field={register("number")} error={undefined} />;
}

const LAST_DIGITS = "The last two digits of your VAT number don’t match the others. Please check it.";
const THEIRS = "The last two digits of their VAT number don’t match the others. Please check it.";
const NONE = "A VAT number has 9 digits, such as GB 123 4567 89. Please correct yours.";

it.each([
  // 9×8 + 8×7 + 0×6 + 7×5 + 8×4 + 0×3 + 6×2 = 207, and 84: 291 = 3 × 97.
  ["GB 980 7806 84", true, null],
  ["gb980780684", true, null],
  ["GB980780685", true, LAST_DIGITS],
  ["GB98078068", true, NONE],
  ["", true, null],
  ["GB980780685", false, THEIRS],
  // Other countries have other formats.
  ["IE6388047V", false, null],
])("says of %j after a pause (own: %s): %s", async (typed, own, says) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(<Form own={own} />);
  const field = screen.getByLabelText(/^VAT number/);
  if (typed !== "") await user.type(field, typed);
  // While it is half typed, nothing is wrong yet.
  expect(screen.queryByText(/VAT number (don|has)/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(700));
  if (says) expect((await screen.findByText(says)).textContent).toBe(says);
  else expect(screen.queryByText(/VAT number (don|has)/)).toBeNull();
});
