import { expect, test } from "vitest";
import type { Activity } from "../../api/generated/Activity";
import { formatTimeInLondon, getActivityPath } from "../../entities/activities/activityPath";
import { groupByDay } from "./ActivitiesPage";

const activity = (at: string, more: Partial<Activity> = {}): Activity => ({
  id: at,
  kind: "sent",
  actor: "business",
  sentence: "You sent quote Q-0001",
  subjectKind: "quote",
  subjectId: "7",
  data: {},
  createdAt: Date.parse(at),
  ...more,
});

test("groups activities by the day in London, whatever the machine's time zone is", () => {
  // Half past midnight in London's summer is still the day before in UTC.
  const days = groupByDay([
    activity("2026-06-30T23:30:00Z"),
    activity("2026-06-30T22:30:00Z"),
    activity("2026-06-30T08:00:00Z"),
  ]);
  expect(days.map(({ day, activities }) => [day, activities.length])).toEqual([
    ["2026-07-01", 1],
    ["2026-06-30", 2],
  ]);
  expect(formatTimeInLondon(Date.parse("2026-06-30T23:30:00Z"))).toBe("00:30");
});

test("a deleted or unknown subject has no path", () => {
  expect(getActivityPath(activity("2026-06-30T08:00:00Z"))).toBe("/quotes/7");
  expect(getActivityPath(activity("2026-06-30T08:00:00Z", { kind: "deleted" }))).toBeUndefined();
  expect(
    getActivityPath(activity("2026-06-30T08:00:00Z", { subjectKind: "of a newer version" })),
  ).toBeUndefined();
});
