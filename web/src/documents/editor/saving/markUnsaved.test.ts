import { expect, test } from "vitest";
import { TypingTracker } from "../../../ui/typing-tracker";
import type { DraftSaveState } from "./saveState";
import { markUnsaved } from "./useDraftEditor";

test("the window is marked while a document waits to be saved or is being saved", () => {
  const typing = new TypingTracker(undefined);
  let state: DraftSaveState = { kind: "untouched" };
  let tell = () => {};
  const stop = markUnsaved(
    {
      snapshot: () => state,
      subscribe: (listener) => {
        tell = listener;
        return () => {
          tell = () => {};
        };
      },
    },
    typing,
  );
  const marked = (next: DraftSaveState) => {
    state = next;
    tell();
    return typing.isUnderWay;
  };
  expect(typing.isUnderWay).toBe(false);
  expect(marked({ kind: "waiting" })).toBe(true);
  expect(marked({ kind: "saving" })).toBe(true);
  expect(marked({ kind: "saved" })).toBe(false);
  expect(marked({ kind: "held" })).toBe(false);
  expect(marked({ kind: "saving" })).toBe(true);
  expect(marked({ kind: "unsent" })).toBe(false);
  marked({ kind: "waiting" });
  stop();
  expect(typing.isUnderWay).toBe(false);
});
