import { expect, test } from "vitest";
import { describeReminderStep } from "./ChasingCard";

test("a reminder is described in plain words", () => {
  expect(describeReminderStep("beforeDue", 1)).toBe("1 day before it is due");
  expect(describeReminderStep("onDue", 0)).toBe("on the day it is due");
  expect(describeReminderStep("afterDue", 14)).toBe("14 days after it was due");
  expect(describeReminderStep("afterSent", 3)).toBe("3 days after it was sent");
  expect(describeReminderStep("beforeExpiry", 0)).toBe("on the last day of the quote");
  expect(describeReminderStep("beforeExpiry", 2)).toBe("2 days before it expires");
});
