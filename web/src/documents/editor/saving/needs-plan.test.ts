import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DocumentEdit, StoredEdit } from "../../../offline/unsent-edits";
import { loadRules } from "../../../rules/rules";
import type { StoredDocument } from "../../types";
import { createEmptyDraft, createEmptyLine, type DocumentDraft, toRequestBody } from "../draft/draft";
import { Autosaver, type SaverPorts } from "./autosaver";
import { DraftMerger } from "./draftMerger";

const rules = await loadRules();
let ids = 0;
const newId = () => `id-${++ids}`;
const merging = new DraftMerger(rules, "quote", newId);

const begun: DocumentDraft = {
  ...createEmptyDraft("2026-11-21", "2026-12-21", "a"),
  businessProfileId: "b",
  items: [{ ...createEmptyLine("a"), name: "Tap", price: "10.00" }],
};

/** A server for an account whose plan has lapsed until it is renewed. */
function lapsed() {
  const wire = { ...toRequestBody("quote", begun), version: 1 } as unknown as StoredDocument;
  const server = { mayWrite: false, asked: [] as DocumentEdit[], kept: [] as readonly StoredEdit[] };
  const ports: SaverPorts = {
    createDocument: async () => ({ kind: "needsPlan" }),
    sendEdit: async (edit) => {
      server.asked.push(edit);
      if (!server.mayWrite) return { kind: "needsPlan" };
      const stored = { ...(rules.apply(wire, edit.operations) as object), version: 2 };
      return { kind: "stored", stored: stored as unknown as StoredDocument };
    },
    findProblem: () => null,
    cacheEdits: async (edits) => {
      server.kept = structuredClone(edits);
    },
  };
  return { server, ports, base: merging.toBaseRevision(wire) };
}

const pause = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("keeps what is typed without a plan, asks once, and sends all of it once there is one", async () => {
  const { server, ports, base } = lapsed();
  const start = { draft: base.draft, base, typed: false };
  const saver = new Autosaver(ports, merging, newId, start);
  saver.updateDraft({ ...saver.getDraft(), notes: "a" });
  await pause();
  expect(saver.snapshot()).toEqual({ kind: "needsPlan" });
  saver.updateDraft({ ...saver.getDraft(), notes: "ab" });
  await pause(60_000);
  expect(server.asked).toHaveLength(1);
  // The server accepted nothing, so it is a single edit.
  expect(server.kept).toMatchObject([{ baseVersion: 1, operations: [{ field: "notes", value: "ab" }] }]);
  expect(server.kept[0]?.isSent).toBeUndefined();

  server.mayWrite = true;
  saver.sendNow();
  await pause();
  expect(saver.snapshot()).toEqual({ kind: "saved" });
  expect(server.kept).toEqual([]);
});

it("has nothing left to send if what was typed is undone by hand", async () => {
  const { server, ports, base } = lapsed();
  const saver = new Autosaver(ports, merging, newId, { draft: base.draft, base, typed: false });
  const before = saver.getDraft();
  saver.updateDraft({ ...before, notes: "a" });
  await pause();
  saver.updateDraft({ ...saver.getDraft(), notes: before.notes });
  await pause();
  expect(saver.snapshot()).toEqual({ kind: "untouched" });
  expect(server.kept).toEqual([]);
});

it("needs a plan to share changes, and can discard them instead", async () => {
  const { server, ports, base } = lapsed();
  const start = { draft: base.draft, base, typed: false };
  const saver = new Autosaver(ports, merging, newId, start, true);
  saver.updateDraft({ ...saver.getDraft(), notes: "a" });
  expect(await saver.flush()).toBe(false);
  expect(saver.snapshot()).toEqual({ kind: "needsPlan" });
  expect(saver.discard()).toBe(true);
  expect(saver.getDraft().notes).toBe(base.draft.notes);
  await pause();
  expect(server.kept).toEqual([]);
});
