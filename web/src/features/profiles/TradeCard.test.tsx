// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TaxYearReport } from "../../api/generated/TaxYearReport";
import type { Profile } from "../../entities/profiles/profile";
import { fillField } from "../../testing/each-test";
import { mockResponse } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { TradeCard } from "./EditProfilePage";

const business = (id: string) => ({ id, name: id });
const TRADES: TaxYearReport["trades"] = [
  { name: "Plumbing", businesses: [business("pipes")] },
  { name: "Tool hire", businesses: [business("tools")] },
];
const profiles = (...ids: string[]) => mockResponse("GET /api/business-profiles", ids.map(business) as never);

it("shows the trade that a business belongs to, and saves another", async () => {
  profiles("pipes", "tools");
  mockResponse("GET /api/income-tax/{year}", { trades: TRADES } as never);
  const sent = mockResponse("PUT /api/income-tax/trades", TRADES);
  const user = await renderAlone(<TradeCard profile={{ id: "tools" } as Profile} />);
  const field = await screen.findByLabelText<HTMLInputElement>("What this business does");
  expect(field.value).toBe("Tool hire");
  await fillField(user, field, "Plumbing");
  await user.click(screen.getByRole("button", { name: "Save trade" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ profile: "tools", trade: "Plumbing" });
});

it("is hidden when the account has only one business", async () => {
  const requests = profiles("pipes");
  await renderAlone(<TradeCard profile={{ id: "pipes" } as Profile} />);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByLabelText("What this business does")).toBeNull();
});
