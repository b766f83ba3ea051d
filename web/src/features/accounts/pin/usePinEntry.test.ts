import { expect, test } from "vitest";
import { loadRules } from "../../../rules/rules";
import { PIN_LENGTH } from "./PinLogin";

test("the keypad sends as many digits as the rules require", async () => {
  const { pinSetup } = await loadRules();
  const broken = (digits: number) => pinSetup("830517".slice(0, digits), undefined);
  expect(broken(PIN_LENGTH)).toEqual([]);
  expect(broken(PIN_LENGTH - 1)).not.toEqual([]);
  expect(broken(PIN_LENGTH + 1)).not.toEqual([]);
});
