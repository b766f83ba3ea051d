// @vitest-environment window
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Agreement } from "../../api/generated/Agreement";
import { createEmptyProfile, type Profile } from "../../entities/profiles/profile";
import { renderAlone } from "../../testing/render-alone";
import { AgreementFields } from "./AgreementFields";
import { EMPTY_AGREEMENT } from "./agreedJob";

const PROFILE = { ...createEmptyProfile(), workTime: "Within six weeks." } as unknown as Profile;

async function show(agreement: Agreement | null) {
  const onAgreement = vi.fn();
  const user = await renderAlone(
    <AgreementFields
      agreement={agreement}
      onAgreementChange={onAgreement}
      contact={null}
      profile={PROFILE}
      total="1236.00"
      cisRate=""
      treatments="taxable"
      prices={"1\n1030"}
      openDraft={null}
    />,
  );
  await user.click(await screen.findByRole("button", { name: /^How this job is agreed/ }));
  return { user, onAgreement };
}

it("passes on what is supplied", async () => {
  const { user, onAgreement } = await show(null);
  await user.selectOptions(screen.getByLabelText(/^What you supply/), "labour");
  expect(onAgreement).toHaveBeenLastCalledWith({ ...EMPTY_AGREEMENT, supplies: "labour" });
});

it("clears the agreement if its only answer is withdrawn", async () => {
  const { user, onAgreement } = await show({ ...EMPTY_AGREEMENT, supplies: "goods" });
  await user.selectOptions(screen.getByLabelText(/^What you supply/), "");
  expect(onAgreement).toHaveBeenLastCalledWith(null);
});

it("asks when the work will be done, and shows the profile's text if that is left empty", async () => {
  const { onAgreement } = await show({ ...EMPTY_AGREEMENT, workTime: "In May." });
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^When it will be done/);
  expect([field.value, field.placeholder]).toEqual(["In May.", "Within six weeks."]);
  fireEvent.change(field, { target: { value: "In June." } });
  expect(onAgreement).toHaveBeenLastCalledWith({ ...EMPTY_AGREEMENT, workTime: "In June." });
  fireEvent.change(field, { target: { value: "" } });
  expect(onAgreement).toHaveBeenLastCalledWith(null);
});
