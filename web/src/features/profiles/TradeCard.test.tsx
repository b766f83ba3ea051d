// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TaxYearReport } from "../../api/generated/TaxYearReport";
import type { Profile } from "../../entities/profiles/profile";
import { showAlone } from "../../testing/alone";
import { fill } from "../../testing/each";
import { answers } from "../../testing/network";
import { TradeCard } from "./TradeCard";

const business = (id: string) => ({ id, name: id });
const TRADES: TaxYearReport["trades"] = [
  { name: "Plumbing", businesses: [business("pipes")] },
  { name: "Tool hire", businesses: [business("tools")] },
];
const profiles = (...ids: string[]) => answers("GET /api/business-profiles", ids.map(business) as never);

it("shows the trade that a business belongs to, and saves another", async () => {
  profiles("pipes", "tools");
  answers("GET /api/income-tax/{year}", { trades: TRADES } as never);
  const sent = answers("PUT /api/income-tax/trades", TRADES);
  const user = await showAlone(<TradeCard profile={{ id: "tools" } as Profile} />);
  const field = await screen.findByLabelText<HTMLInputElement>("What this business does");
  expect(field.value).toBe("Tool hire");
  await fill(user, field, "Plumbing");
  await user.click(screen.getByRole("button", { name: "Save trade" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ profile: "tools", trade: "Plumbing" });
});

it("is not there for the only business of an account", async () => {
  const asked = profiles("pipes");
  await showAlone(<TradeCard profile={{ id: "pipes" } as Profile} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByLabelText("What this business does")).toBeNull();
});
