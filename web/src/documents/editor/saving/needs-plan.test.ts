import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Edit, KeptEdit } from "../../../offline/unsent";
import { loadRules } from "../../../rules/rules";
import type { StoredDocument } from "../../types";
import { type Draft, emptyDraft, emptyLine, toWire } from "../draft/draft";
import { Autosaver, type SaverPorts } from "./autosave";
import { Merging } from "./merging";

const rules = await loadRules();
let ids = 0;
const newId = () => `id-${++ids}`;
const merging = new Merging(rules, "quote", newId);

const begun: Draft = {
  ...emptyDraft("2026-11-21", "2026-12-21", "a"),
  businessProfileId: "b",
  items: [{ ...emptyLine("a"), name: "Tap", price: "10.00" }],
};

/** A server on which the account has no plan until it has one. */
function lapsed() {
  const wire = { ...toWire("quote", begun), version: 1 } as unknown as StoredDocument;
  const server = { mayWrite: false, asked: [] as Edit[], kept: [] as readonly KeptEdit[] };
  const ports: SaverPorts = {
    create: async () => ({ kind: "needsPlan" }),
    send: async (edit) => {
      server.asked.push(edit);
      if (!server.mayWrite) return { kind: "needsPlan" };
      const stored = { ...(rules.apply(wire, edit.operations) as object), version: 2 };
      return { kind: "stored", stored: stored as unknown as StoredDocument };
    },
    check: () => null,
    keep: async (edits) => {
      server.kept = structuredClone(edits);
    },
  };
  return { server, ports, standing: merging.standing(wire) };
}

const pause = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("keeps what is typed without a plan, asks once, and sends all of it once there is one", async () => {
  const { server, ports, standing } = lapsed();
  const start = { draft: standing.draft, standing, typed: false };
  const saver = new Autosaver(ports, merging, newId, start);
  saver.change({ ...saver.current(), notes: "a" });
  await pause();
  expect(saver.snapshot()).toEqual({ kind: "needsPlan" });
  saver.change({ ...saver.current(), notes: "ab" });
  await pause(60_000);
  expect(server.asked).toHaveLength(1);
  // Nothing of it went in: it is one piece of typing.
  expect(server.kept).toMatchObject([{ baseVersion: 1, operations: [{ field: "notes", value: "ab" }] }]);
  expect(server.kept[0]?.isSent).toBeUndefined();

  server.mayWrite = true;
  saver.hurry();
  await pause();
  expect(saver.snapshot()).toEqual({ kind: "saved" });
  expect(server.kept).toEqual([]);
});

it("has nothing left to send where what was typed is taken back by hand", async () => {
  const { server, ports, standing } = lapsed();
  const saver = new Autosaver(ports, merging, newId, { draft: standing.draft, standing, typed: false });
  const before = saver.current();
  saver.change({ ...before, notes: "a" });
  await pause();
  saver.change({ ...saver.current(), notes: before.notes });
  await pause();
  expect(saver.snapshot()).toEqual({ kind: "untouched" });
  expect(server.kept).toEqual([]);
});

it("keeps what was asked to be shared, to be asked for again", async () => {
  const { server, ports, standing } = lapsed();
  const start = { draft: standing.draft, standing, typed: false };
  const saver = new Autosaver(ports, merging, newId, start, true);
  saver.change({ ...saver.current(), notes: "a" });
  expect(await saver.flush()).toBe(false);
  expect(saver.snapshot()).toEqual({ kind: "needsPlan" });
  expect(saver.discard()).toBe(true);
  expect(saver.current().notes).toBe(standing.draft.notes);
  await pause();
  expect(server.kept).toEqual([]);
});
