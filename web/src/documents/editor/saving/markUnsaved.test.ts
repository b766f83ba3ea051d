import { expect, test } from "vitest";
import { Typing } from "../../../ui/typing";
import { markUnsaved } from "./markUnsaved";
import type { SaveState } from "./states";

test("the window is marked while a document waits to be saved or is being saved", () => {
  const typing = new Typing(undefined);
  let state: SaveState = { kind: "untouched" };
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
  const marked = (next: SaveState) => {
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
