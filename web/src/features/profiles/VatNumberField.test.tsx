// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { afterEach, expect, it } from "vitest";
import { emptyProfile, type ProfileInput } from "../../entities/profiles/profile";
import { VatNumberField } from "./VatNumberField";

afterEach(cleanup);

function Form() {
  const { register, watch, formState } = useForm<ProfileInput>({ defaultValues: emptyProfile() });
  return <VatNumberField register={register} errors={formState.errors} value={watch("taxNumber")} />;
}

const LAST_DIGITS = "The last two digits of your VAT number don’t match the others. Please check it.";
const NONE = "A VAT number has 9 digits, such as GB 123 4567 89. Please correct yours.";

it.each([
  // 9×8 + 8×7 + 0×6 + 7×5 + 8×4 + 0×3 + 6×2 = 207, and 84: 291 = 3 × 97.
  ["GB 980 7806 84", null],
  ["gb980780684", null],
  ["GB980780685", LAST_DIGITS],
  ["GB98078068", NONE],
  ["", null],
])("says of %j once it is left: %s", async (typed, says) => {
  const user = userEvent.setup();
  render(<Form />);
  const field = screen.getByLabelText(/^VAT number/);
  if (typed !== "") await user.type(field, typed);
  // Half typed, nothing is wrong yet.
  expect(screen.queryByText(/your VAT number/i)).toBeNull();
  await user.tab();
  if (says) expect((await screen.findByText(says)).textContent).toBe(says);
  else expect(screen.queryByText(/your VAT number/i)).toBeNull();
});
