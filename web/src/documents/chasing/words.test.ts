import { expect, test } from "vitest";
import { stepWords } from "./words";

test("a reminder is named as a person would", () => {
  expect(stepWords("beforeDue", 1)).toBe("1 day before it is due");
  expect(stepWords("onDue", 0)).toBe("on the day it is due");
  expect(stepWords("afterDue", 14)).toBe("14 days after it was due");
  expect(stepWords("afterSent", 3)).toBe("3 days after it was sent");
  expect(stepWords("beforeExpiry", 0)).toBe("on the last day of the quote");
  expect(stepWords("beforeExpiry", 2)).toBe("2 days before it expires");
});
