// @vitest-environment window
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { loadRules } from "../../../rules/rules";
import { createDraft } from "../../../testing/fixtures";
import { mockHeldResponse } from "../../../testing/network";
import { renderAlone } from "../../../testing/render-alone";
import type { StoredDocument } from "../../types";
import { RefundsCard } from "./RefundsCard";

await loadRules();

const CREDIT_NOTE: StoredDocument = { ...createDraft("credit_note"), status: "sent", toGiveBack: "20.00" };

it("sends one refund of all that is due for two quick presses", async () => {
  const { sent, release } = mockHeldResponse("POST /api/credit-notes/{id}/refunds", CREDIT_NOTE as never);
  const user = await renderAlone(<RefundsCard document={CREDIT_NOTE} />);
  await user.click(screen.getByRole("button", { name: "Record a refund" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Record a refund" }));
  await user.dblClick(dialog.getByRole("button", { name: "Record refund" }));
  release();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.map(({ params, body }) => [params.id, body.amount])).toEqual([[CREDIT_NOTE.id, "20.00"]]);
});
