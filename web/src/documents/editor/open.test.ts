import { describe, expect, it } from "vitest";
import type { StoredDocument } from "../types";
import { emptyDraft, toWire } from "./draft";
import { openDraft } from "./open";

const blank = () => emptyDraft("2026-11-21", "2026-12-21", "line-1");
const mine = { ...blank(), notes: "mine" };
const backup = (version: number | null) => ({ draft: mine, version, savedAt: 0 });
const stored = (version: number, notes: string) =>
  ({ ...toWire("quote", { ...blank(), notes }), version }) as unknown as StoredDocument;
const open = (on: StoredDocument | null, kept: ReturnType<typeof backup> | null) =>
  openDraft("quote", on, kept, blank, () => "new");

describe("openDraft", () => {
  it("starts blank, or from what was typed before the first save", () => {
    expect(open(null, null)).toEqual({ kind: "clean", draft: blank(), version: null });
    expect(open(null, backup(null))).toEqual({ kind: "unsaved", draft: mine, version: null });
  });

  it("starts from the server when this device has nothing more", () => {
    expect(open(stored(3, "theirs"), null)).toMatchObject({ kind: "clean", version: 3 });
    expect(open(stored(3, "mine"), backup(2))).toMatchObject({ kind: "clean", version: 3 });
  });

  it("goes on with what was typed against this version", () => {
    expect(open(stored(3, "before"), backup(3))).toMatchObject({ kind: "unsaved", draft: mine, version: 3 });
    expect(open(stored(1, "before"), backup(null))).toMatchObject({ kind: "unsaved", version: 1 });
  });

  it("asks when someone else changed it since", () => {
    expect(open(stored(4, "theirs"), backup(3))).toMatchObject({ kind: "conflict", draft: mine, version: 4 });
    expect(open(stored(2, "theirs"), backup(null))).toMatchObject({ kind: "conflict", version: 2 });
  });
});
