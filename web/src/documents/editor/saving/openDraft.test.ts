import { describe, expect, it } from "vitest";
import type { DocumentEdit, StoredEdit } from "../../../offline/unsent-edits";
import { loadRules } from "../../../rules/rules";
import type { StoredDocument } from "../../types";
import { createEmptyDraft, createEmptyLine, type DocumentDraft, toRequestBody } from "../draft/draft";
import { DraftMerger } from "./draftMerger";
import { EditComposer } from "./editComposer";
import { isOwnBackup } from "./legacyBackup";
import { openDraft } from "./openDraft";

const merging = new DraftMerger(await loadRules(), "quote", () => "new");
const blank = (): DocumentDraft => ({
  ...createEmptyDraft("2026-11-21", "2026-12-21", "a"),
  businessProfileId: "b",
  items: [{ ...createEmptyLine("a"), name: "Tap", price: "1.00" }],
});
const stored = (version: number, patch: Partial<DocumentDraft>) =>
  ({ ...toRequestBody("quote", { ...blank(), ...patch }), version }) as unknown as StoredDocument;
const notes = (baseVersion: number, value: string): DocumentEdit => ({
  baseVersion,
  operationId: `${baseVersion}-${value}`,
  operations: [{ op: "set", field: "notes", value }],
});
const open = (on: StoredDocument | null, edits: StoredEdit[]) =>
  openDraft(merging, on, { edits, backup: null }, blank);
const openBackup = (on: StoredDocument | null, version: number | null) =>
  openDraft(merging, on, { edits: [], backup: { draft: { ...blank(), notes: "mine" }, version } }, blank);

describe("openDraft", () => {
  it("starts blank, or from what was typed before the first save", () => {
    expect(open(null, [])).toEqual({ draft: blank(), base: null, typed: false });
    const whole = { ...blank(), notes: "mine" };
    const edit = { baseVersion: 0, operationId: "x", operations: merging.getOperations(null, whole) };
    const start = open(null, [edit]);
    expect(start).toMatchObject({ base: null, typed: true });
    expect(merging.isSame(start.draft, whole)).toBe(true);
    // The create succeeded but its response was lost: later edits are applied on top.
    const onTop = open(stored(1, { notes: "mi" }), [edit]);
    expect(onTop).toMatchObject({ base: { version: 1 }, typed: true, draft: { notes: "mine" } });
    expect(onTop.conflict).toBeUndefined();
  });

  it("knows which job a variation varies, though no operation says so", () => {
    const varies = { id: "q", quoteNumber: "Q-0012", agreed: "478.10" };
    const whole = { ...blank(), varies, notes: "mine" };
    const [edit] = new EditComposer(merging, () => "x").composePendingEdits(null, [], whole);
    expect(edit).toMatchObject({ baseVersion: 0, varies });
    expect(edit?.operations).not.toContainEqual(expect.objectContaining({ field: "variation" }));
    expect(open(null, edit ? [edit] : []).draft).toMatchObject({ varies, notes: "mine" });
    expect(toRequestBody("quote", whole)).toMatchObject({ variation: true });
    expect(toRequestBody("quote", whole)).not.toHaveProperty("varies");
    expect(toRequestBody("quote", blank())).not.toHaveProperty("variation");
  });

  it("starts from the server when this device has nothing more", () => {
    const start = open(stored(3, { notes: "theirs" }), []);
    expect(start).toMatchObject({ draft: { notes: "theirs" }, base: { version: 3 }, typed: false });
  });

  it("goes on with what was typed against this version", () => {
    const start = open(stored(3, { notes: "before" }), [notes(3, "mine")]);
    expect(start).toMatchObject({
      draft: { notes: "mine" },
      base: { version: 3 },
      typed: true,
      outgoing: [],
    });
  });

  it("resends edits that may have been saved, or that were typed on a newer version", () => {
    const sent = open(stored(3, { notes: "before" }), [{ ...notes(3, "mine"), isSent: true }]);
    expect(sent.outgoing).toMatchObject([{ edit: notes(3, "mine") }]);
    expect(sent.outgoing?.[0]?.edit).not.toHaveProperty("isSent");
    const newer = open(stored(2, { notes: "old" }), [notes(3, "mine")]);
    expect(newer.outgoing).toMatchObject([{ edit: notes(3, "mine") }]);
  });

  it("resends edits typed on an older version unchanged and in order", () => {
    const edits = [notes(3, "mine"), notes(3, "mine, more")];
    const start = open(stored(4, { notes: "mine", jobDescription: "theirs" }), edits);
    expect(start.draft).toMatchObject({ notes: "mine, more", jobDescription: "theirs" });
    expect(start.outgoing?.map(({ edit, resultingDraft }) => [edit, resultingDraft.notes])).toEqual([
      [edits[0], "mine"],
      [edits[1], "mine, more"],
    ]);
  });

  it("continues with a whole draft that an older app stored, and asks if others changed the document since", () => {
    expect(openBackup(null, null)).toMatchObject({ draft: { notes: "mine" }, base: null, typed: true });
    expect(openBackup(stored(3, {}), 3)).toMatchObject({ draft: { notes: "mine" }, typed: true });
    expect(openBackup(stored(1, {}), null)).toMatchObject({ typed: true });
    expect(openBackup(stored(3, { notes: "mine" }), 2)).toMatchObject({ typed: false });
    expect(openBackup(stored(4, { notes: "theirs" }), 3).conflict?.conflicts).toEqual([
      { path: "notes", base: null, theirs: "theirs", mine: "mine" },
    ]);
  });

  it("keeps prices with VAT if an older app did not know the field", () => {
    const { pricesIncludeVat: _, ...older } = { ...blank(), notes: "mine" };
    const start = (on: StoredDocument | null) =>
      openDraft(merging, on, { edits: [], backup: { draft: older as DocumentDraft, version: 3 } }, blank)
        .draft;
    expect(start(stored(3, { pricesIncludeVat: true }))).toMatchObject({
      notes: "mine",
      pricesIncludeVat: true,
    });
    expect(start(stored(3, {})).pricesIncludeVat).toBe(false);
    expect(start(null).pricesIncludeVat).toBe(false);
  });

  it("keeps them if only other fields were typed, and sends nothing about them", () => {
    const on = stored(3, { notes: "before", pricesIncludeVat: true });
    const start = open(on, [notes(3, "mine")]);
    expect(start.draft).toMatchObject({ notes: "mine", pricesIncludeVat: true });
    const { edit } = new EditComposer(merging, () => "x").composeNextEdit(start.base, start.draft)[0] ?? {};
    expect(edit?.operations).toEqual([{ op: "set", field: "notes", value: "mine" }]);
  });

  it("keeps the VAT switch of a document that only this device has", () => {
    const whole = { ...blank(), pricesIncludeVat: true };
    const operations = merging.getOperations(null, whole);
    expect(operations).toContainEqual({ op: "set", field: "pricesIncludeVat", value: true });
    const start = open(null, [{ baseVersion: 0, operationId: "x", operations }]);
    expect(start.draft.pricesIncludeVat).toBe(true);
    // If it was stored by an older version of the app, it lacks the field.
    const older = operations.filter((one) => one.op !== "set" || one.field !== "pricesIncludeVat");
    expect(open(null, [{ baseVersion: 0, operationId: "x", operations: older }]).draft.pricesIncludeVat).toBe(
      false,
    );
  });
});

describe("isOwnBackup", () => {
  it("shows an older app's backup only to the owner of its document or business", () => {
    const backup = { draft: blank(), version: null };
    expect(isOwnBackup(backup, false, [{ id: "b" }])).toBe(true);
    expect(isOwnBackup(backup, true, [])).toBe(true);
    expect(isOwnBackup(backup, false, [{ id: "someone else's" }])).toBe(false);
    expect(isOwnBackup({ ...backup, draft: { ...blank(), businessProfileId: null } }, false, [])).toBe(false);
  });
});
