// @vitest-environment window
import { screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, it } from "vitest";
import { createEmptyProfile, type ProfileInput, toProfileInput } from "../../entities/profiles/profile";
import { fillField } from "../../testing/each-test";
import { renderAlone } from "../../testing/render-alone";
import { ConsumerFields } from "./profile-form-sections";

let typed: () => ProfileInput;

function Form() {
  const { register, getValues, formState } = useForm<ProfileInput>({ defaultValues: createEmptyProfile() });
  typed = getValues;
  return <ConsumerFields register={register} errors={formState.errors} />;
}

it("accepts the business's own texts, and quotes the default text beside a field", async () => {
  const user = await renderAlone(<Form />);
  expect(screen.getByText("Leave empty to say: “We’ll collect them at our own cost.”")).toBeTruthy();
  await fillField(user, screen.getByLabelText(/^When the work is done/), "Within six weeks.");
  await fillField(user, screen.getByLabelText(/^Complaints/), "Write to Ann.");
  await fillField(user, screen.getByLabelText(/^Returning goods/), "By van.");
  expect(typed()).toMatchObject({
    workTime: "Within six weeks.",
    complaints: "Write to Ann.",
    returns: "By van.",
  });
});

it("does not send fields that an older profile does not have", () => {
  const { workTime: _w, complaints: _c, returns: _r, ...before } = createEmptyProfile();
  const sent = Object.keys(toProfileInput(before as ProfileInput));
  expect(sent).not.toContain("workTime");
  expect(sent).not.toContain("complaints");
  expect(sent).not.toContain("returns");
});
