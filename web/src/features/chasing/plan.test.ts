import { expect, test } from "vitest";
import type { ProfileChasePlan } from "../../api/generated/ProfileChasePlan";
import { nextStep, toDraft, toInput } from "./reminder-plan";

const none = { beforeDue: "", onDue: "", afterDue: "", unanswered: "", expiring: "" };
const plan: ProfileChasePlan = {
  version: 3,
  invoices: true,
  quotes: false,
  steps: [
    { moment: "onDue", days: 0 },
    { moment: "afterDue", days: 7 },
  ],
  weekdays: ["monday"],
  words: none,
  usual: { ...none, onDue: "Today." },
};

test("a plan is unchanged after being converted to a form and back", () => {
  const { usual: _, ...input } = plan;
  expect(toInput(toDraft(plan))).toEqual(input);
});

test("an empty number of days becomes 0, and so does any number on the due date", () => {
  const draft = toDraft(plan);
  const rows = draft.rows.map((row) => ({ ...row, days: row.moment === "onDue" ? "4" : "" }));
  expect(toInput({ ...draft, rows }).steps).toEqual([
    { moment: "onDue", days: 0 },
    { moment: "afterDue", days: 0 },
  ]);
});

test("a new step is a week after the last one", () => {
  expect(nextStep("invoice", toDraft(plan).rows)).toMatchObject({ moment: "afterDue", days: "14" });
  expect(nextStep("quote", [])).toMatchObject({ moment: "afterSent", days: "7" });
});
