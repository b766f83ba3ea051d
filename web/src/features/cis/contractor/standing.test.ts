import { expect, it } from "vitest";
import { loadRules } from "../../../rules/rules";
import { getReturnStateBadge } from "./CisReturnCard";

const rules = await loadRules();

const open = {
  filedOn: null,
  isOver: true,
  isNil: false,
  mustBeSent: true,
  notNeeded: false,
  due: "2026-10-19",
};

it("labels a return by its state, and as late from the day after the 19th", () => {
  expect(getReturnStateBadge(open, "2026-10-19", rules).label).toBe("Return to send");
  expect(getReturnStateBadge(open, "2026-10-20", rules).label).toBe("Return late");
  expect(getReturnStateBadge({ ...open, isNil: true }, "2026-10-19", rules).label).toBe("Nil return to send");
  expect(getReturnStateBadge({ ...open, isNil: true, mustBeSent: false }, "2027-01-01", rules).label).toBe(
    "Nothing to send",
  );
  expect(getReturnStateBadge({ ...open, isOver: false }, "2026-10-04", rules).label).toBe("Month not over");
  expect(getReturnStateBadge({ ...open, filedOn: "2026-10-30" }, "2026-11-01", rules).label).toBe("Filed");
  const told = { ...open, isNil: true, mustBeSent: false, notNeeded: true, filedOn: "2026-10-01" };
  expect(getReturnStateBadge(told, "2026-11-01", rules).label).toBe("Not needed");
});
