// @vitest-environment window
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { SELF_HOSTED } from "../../testing/fixtures";
import { renderAlone } from "../../testing/render-alone";
import { PlanStateCard } from "./PlanStateCard";

const PLUS: SubscriptionResponse = {
  ...SELF_HOSTED,
  plan: "plus",
  planName: "Plus",
  price: "24.00",
  trialTo: "2026-07-10",
  paidTo: "2026-12-31",
  hasPortal: true,
};
const UNPAID = ["Update your card", "Cancel plan"];

const STANDINGS: [row: string, answer: Partial<SubscriptionResponse>, buttons: string[]][] = [
  ["in the trial", { standing: { is: "trial", to: "2026-12-31", daysLeft: 9 }, hasPortal: false }, []],
  [
    "chosen in the trial",
    { standing: { is: "paying" }, trialTo: "2026-12-31" },
    ["Card and invoices", "Cancel plan"],
  ],
  ["paid for", { standing: { is: "paying" } }, ["Card and invoices", "Cancel plan"]],
  ["cancelled", { standing: { is: "ending", to: "2026-12-31" } }, ["Keep Plus", "Card and invoices"]],
  ["overdue after a failed payment", { standing: { is: "grace", to: "2026-12-31" } }, UNPAID],
  ["lapsed because it was not paid", { standing: { is: "lapsed", why: "unpaid" } }, UNPAID],
  [
    "lapsed because it was cancelled",
    { standing: { is: "lapsed", why: "cancelled" } },
    ["Card and invoices"],
  ],
  ["lapsed because it was given up", { standing: { is: "lapsed", why: "givenUp" } }, ["Card and invoices"]],
  ["lapsed at the end of the trial", { standing: { is: "lapsed", why: "trial" }, hasPortal: false }, []],
];

describe.each(STANDINGS)("a plan that is %s", (_, answer, names) => {
  const buttons = () => screen.queryAllByRole<HTMLButtonElement>("button");
  const show = async (canAct: boolean) => {
    await renderAlone(<PlanStateCard answer={{ ...PLUS, ...answer }} canAct={canAct} />);
    await screen.findByRole("heading", { name: "Plus" });
  };

  it("has a button for each possible action", async () => {
    await show(true);
    expect(buttons().map(({ textContent }) => textContent)).toEqual(names);
    expect(buttons().filter(({ disabled }) => disabled)).toEqual([]);
  });

  it("disables every button when it cannot be changed", async () => {
    await show(false);
    expect(buttons()).toHaveLength(names.length);
    expect(buttons().filter(({ disabled }) => !disabled)).toEqual([]);
  });
});
