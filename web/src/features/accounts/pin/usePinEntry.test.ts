import { expect, test } from "vitest";
import { loadRules } from "../../../rules/rules";
import { PIN_LENGTH } from "./usePinEntry";

test("the keypad sends as many digits as the rules want", async () => {
  const { pinShape } = await loadRules();
  expect(pinShape("8".repeat(PIN_LENGTH))).toEqual([]);
  expect(pinShape("8".repeat(PIN_LENGTH - 1))).not.toEqual([]);
  expect(pinShape("8".repeat(PIN_LENGTH + 1))).not.toEqual([]);
});
