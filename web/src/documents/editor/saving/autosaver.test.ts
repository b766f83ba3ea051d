import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DocumentEdit, StoredEdit } from "../../../offline/unsent-edits";
import { loadRules } from "../../../rules/rules";
import type { StoredDocument } from "../../types";
import { createEmptyDraft, createEmptyLine, type DocumentDraft, toRequestBody } from "../draft/draft";
import { Autosaver, type SaverPorts, type SaverStart } from "./autosaver";
import { DraftMerger } from "./draftMerger";
import { openDraft } from "./openDraft";
import type { SaveOutcome } from "./saveState";

const rules = await loadRules();
let ids = 0;
const newId = () => `id-${++ids}`;
const merging = new DraftMerger(rules, "quote", newId);

function draft(patch: Partial<DocumentDraft> = {}): DocumentDraft {
  const line = (id: string, name: string) => ({ ...createEmptyLine(id), name, price: "10.00" });
  return {
    ...createEmptyDraft("2026-11-21", "2026-12-21", "a"),
    businessProfileId: "b",
    items: [line("a", "Tap"), line("b", "Pipe")],
    ...patch,
  };
}

/** The conflicts that a server would report. */
function conflicts(base: object, current: object, { operations }: DocumentEdit) {
  const read = (wire: unknown) => merging.toBaseRevision(wire as StoredDocument).draft;
  return merging.findConflicts(read(base), read(current), read(rules.apply(base, operations)));
}

/** A server with one document, which merges edits as the real one does, with core's own functions. */
class Server implements SaverPorts {
  /** The past versions. */
  readonly history: object[] = [];
  readonly sent: DocumentEdit[] = [];
  readonly creates: DocumentDraft[] = [];
  readonly done = new Set<string>();
  kept: readonly StoredEdit[] = [];
  /** How many of the next responses are lost although the write succeeds. */
  lost = 0;
  /** Nothing reaches the server. */
  down = false;
  refusal: string | null = null;
  findProblem = (_: DocumentDraft): string | null => null;

  constructor(begun: DocumentDraft | null) {
    if (begun) this.history.push(toRequestBody("quote", begun));
  }
  get document() {
    return { ...this.history.at(-1), version: this.history.length } as unknown as StoredDocument;
  }
  /** An edit in another window. */
  others(patch: Partial<DocumentDraft>) {
    const mine = merging.toBaseRevision(this.document).draft;
    this.history.push(toRequestBody("quote", { ...mine, ...patch }));
  }
  cacheEdits = async (edits: readonly StoredEdit[]) => {
    this.kept = structuredClone(edits);
  };
  createDocument = async (whole: DocumentDraft): Promise<SaveOutcome> => {
    if (this.down) return { kind: "unanswered" };
    this.creates.push(whole);
    if (this.history.length === 0) this.history.push(toRequestBody("quote", whole));
    return this.answer({ kind: "stored", stored: this.document });
  };
  sendEdit = async (edit: DocumentEdit): Promise<SaveOutcome> => {
    if (this.down) return { kind: "unanswered" };
    expect(edit.operations.length).toBeLessThanOrEqual(1_000);
    this.sent.push(structuredClone(edit));
    if (this.refusal) return { kind: "refused", message: this.refusal };
    if (!this.done.has(edit.operationId)) {
      const [base, current] = [this.history[edit.baseVersion - 1], this.history.at(-1)] as [object, object];
      const serverConflicts = conflicts(base, current, edit);
      if (serverConflicts.length > 0)
        return this.answer({ kind: "stale", stored: this.document, serverConflicts });
      this.done.add(edit.operationId);
      this.history.push(rules.apply(current, edit.operations) as object);
    }
    return this.answer({ kind: "stored", stored: this.document });
  };
  private answer(outcome: SaveOutcome): SaveOutcome {
    if (this.lost === 0) return outcome;
    this.lost -= 1;
    return { kind: "unanswered" };
  }
}

function open(server: Server, hold = false, start: Partial<SaverStart> = {}) {
  const base = server.history.length > 0 ? merging.toBaseRevision(server.document) : null;
  const opened = base?.draft ?? draft();
  return new Autosaver(server, merging, newId, { draft: opened, base, typed: false, ...start }, hold);
}

const type = (saver: Autosaver, patch: Partial<DocumentDraft>) =>
  saver.updateDraft({ ...saver.getDraft(), ...patch });
const pause = (ms = 700) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("Autosaver", () => {
  it("waits for a pause in the typing, then sends what changed, once", async () => {
    const server = new Server(draft());
    const saver = open(server);
    for (const notes of ["a", "ab", "abc"]) type(saver, { notes });
    await pause(200);
    expect(server.kept).toMatchObject([
      { baseVersion: 1, operations: [{ op: "set", field: "notes", value: "abc" }] },
    ]);
    await pause();
    expect(server.sent).toMatchObject([
      { baseVersion: 1, operations: [{ op: "set", field: "notes", value: "abc" }] },
    ]);
    expect(saver.snapshot()).toEqual({ kind: "saved" });
    expect(server.kept).toEqual([]);
  });

  it("sends exactly the edit that it stored", async () => {
    const server = new Server(draft());
    const saver = open(server);
    type(saver, { notes: "a" });
    await pause(200);
    const [kept] = server.kept;
    await pause();
    expect(server.sent[0]).toEqual(kept);
  });

  it("creates with the whole document, then continues with operations", async () => {
    const server = new Server(null);
    const saver = open(server);
    type(saver, { notes: "a" });
    await pause(200);
    expect(server.kept[0]).toMatchObject({ baseVersion: 0 });
    expect(merging.applyOperations(null, server.kept[0]?.operations ?? []).notes).toBe("a");
    await pause();
    type(saver, { notes: "ab" });
    await pause();
    expect(server.creates).toHaveLength(1);
    expect(server.sent).toMatchObject([{ baseVersion: 1, operations: [{ field: "notes", value: "ab" }] }]);
    expect(saver.snapshot().kind).toBe("saved");
  });

  it("repeats an unanswered create unchanged before it sends the changes", async () => {
    const server = new Server(null);
    server.lost = 1;
    const saver = open(server);
    type(saver, { notes: "a" });
    await pause();
    type(saver, { notes: "ab" });
    await pause(3_000);
    expect(server.creates.map(({ notes }) => notes)).toEqual(["a", "a"]);
    expect(server.history.at(-1)).toMatchObject({ notes: "ab" });
    expect(saver.snapshot().kind).toBe("saved");
  });

  it("repeats an edit whose response was lost under the same id, then sends what was typed since", async () => {
    const server = new Server(draft());
    server.lost = 1;
    const saver = open(server);
    type(saver, { notes: "a" });
    await pause();
    expect(saver.snapshot().kind).toBe("unsent");
    type(saver, { notes: "ab" });
    await pause(200);
    expect(server.kept.map(({ operations }) => operations)).toMatchObject([
      [{ value: "a" }],
      [{ value: "ab" }],
    ]);
    await pause(3_000);
    const [first, again, next] = server.sent;
    expect(again).toEqual(first);
    expect(next).toMatchObject({ baseVersion: 2, operations: [{ value: "ab" }] });
    expect(next?.operationId).not.toBe(first?.operationId);
    expect(server.history).toHaveLength(3);
    expect(server.kept).toEqual([]);
  });

  it("sends when the network is back", async () => {
    const server = new Server(draft());
    server.down = true;
    const saver = open(server);
    type(saver, { notes: "a" });
    await pause();
    expect(saver.snapshot().kind).toBe("unsent");
    expect(server.kept).toHaveLength(1);
    expect(await saver.flush()).toBe(false);
    server.down = false;
    saver.sendNow();
    await pause(0);
    expect(saver.snapshot().kind).toBe("saved");
  });

  it("merges what others changed elsewhere without asking", async () => {
    const server = new Server(draft());
    const saver = open(server);
    server.others({ jobDescription: "Theirs" });
    type(saver, { notes: "Mine" });
    await pause();
    expect(saver.snapshot().kind).toBe("saved");
    expect(saver.getDraft()).toMatchObject({ jobDescription: "Theirs", notes: "Mine" });
    expect(server.history.at(-1)).toMatchObject({ jobDescription: "Theirs", notes: "Mine" });
  });

  it("keeps what is typed during a request, exactly as it was typed", async () => {
    const server = new Server(draft());
    const saver = open(server);
    server.others({ jobDescription: "Theirs" });
    type(saver, { notes: "Mine" });
    const whole = server.sendEdit;
    server.sendEdit = async (edit) => {
      server.sendEdit = whole;
      const [tap, pipe] = saver.getDraft().items as [DocumentDraft["items"][0], DocumentDraft["items"][0]];
      type(saver, { notes: "Mine, and more ", items: [{ ...tap, price: "12." }, pipe] });
      return whole(edit);
    };
    await pause();
    expect(saver.getDraft()).toMatchObject({ jobDescription: "Theirs", notes: "Mine, and more " });
    expect(saver.getDraft().items[0]?.price).toBe("12.");
    await pause(2_000);
    expect(saver.snapshot().kind).toBe("saved");
    expect(server.history.at(-1)).toMatchObject({ notes: "Mine, and more ", items: [{ price: "12" }, {}] });
    expect(saver.getDraft().items[0]?.price).toBe("12.");
  });

  it("asks about a field that others changed while the request was under way and that was typed since", async () => {
    const server = new Server(draft());
    const saver = open(server);
    server.others({ jobDescription: "Theirs" });
    type(saver, { notes: "Mine" });
    const whole = server.sendEdit;
    server.sendEdit = async (edit) => {
      type(saver, { jobDescription: "Mine too" });
      return whole(edit);
    };
    await pause();
    expect(saver.snapshot()).toMatchObject({
      kind: "conflict",
      conflicts: [{ path: "jobDescription", base: "", theirs: "Theirs", mine: "Mine too" }],
    });
  });

  it("stops at a conflict, keeps what is typed meanwhile, and continues with mine", async () => {
    const server = new Server(draft());
    const saver = open(server);
    server.others({ notes: "Theirs", jobDescription: "Theirs" });
    type(saver, { notes: "Mine" });
    await pause();
    expect(saver.snapshot()).toMatchObject({
      kind: "conflict",
      conflicts: [{ path: "notes", base: "", theirs: "Theirs", mine: "Mine" }],
    });
    type(saver, { notes: "Mine, more" });
    await pause(60_000);
    expect(server.sent).toHaveLength(1);
    expect(server.kept).toMatchObject([{ operations: [{ value: "Mine, more" }] }]);
    expect(saver.snapshot()).toMatchObject({ conflicts: [{ mine: "Mine, more" }] });
    saver.resolveConflict(new Set());
    await pause();
    expect(server.history.at(-1)).toMatchObject({ notes: "Mine, more", jobDescription: "Theirs" });
    expect(saver.snapshot().kind).toBe("saved");
    expect(server.kept).toEqual([]);
  });

  /** Opens the document as a window does that finds stored edits on the device. */
  const openKept = (server: Server, hold = false) =>
    open(server, hold, openDraft(merging, server.document, { edits: server.kept, backup: null }, draft));

  it("asks again in the next window, and about what was typed after the conflicting edit", async () => {
    const server = new Server(draft());
    server.others({ notes: "Theirs", jobDescription: "Theirs" });
    const edit = (operationId: string, field: "notes" | "jobDescription") => {
      return { baseVersion: 1, operationId, operations: [{ op: "set" as const, field, value: "Mine" }] };
    };
    server.kept = [edit("one", "notes"), edit("two", "jobDescription")];
    const asked = {
      kind: "conflict",
      conflicts: [
        { path: "jobDescription", theirs: "Theirs", mine: "Mine" },
        { path: "notes", theirs: "Theirs", mine: "Mine" },
      ],
    };
    for (let window = 0; window < 3; window += 1) {
      const saver = openKept(server, true);
      expect(await saver.flush()).toBe(false);
      expect(saver.snapshot()).toMatchObject(asked);
      void saver.close();
    }
    const saver = openKept(server);
    await pause();
    saver.resolveConflict(new Set(["jobDescription"]));
    await pause();
    expect(server.history.at(-1)).toMatchObject({ notes: "Mine", jobDescription: "Theirs" });
    expect(server.kept).toEqual([]);
  });

  it("asks again about a conflict that came with a response", async () => {
    const server = new Server(draft());
    const saver = open(server);
    type(saver, { jobDescription: "Mine" });
    const whole = server.sendEdit;
    server.sendEdit = async (edit) => {
      server.others({ notes: "Theirs" });
      type(saver, { notes: "Mine" });
      return whole(edit);
    };
    await pause();
    const asked = { kind: "conflict", conflicts: [{ path: "notes", theirs: "Theirs", mine: "Mine" }] };
    expect(saver.snapshot()).toMatchObject(asked);
    server.sendEdit = whole;
    const next = openKept(server);
    await pause();
    expect(next.snapshot()).toMatchObject(asked);
  });

  it("does not ask about a value that the same user set before, in any window", async () => {
    const server = new Server(draft());
    server.others({ notes: "Mine" });
    const operations = [{ op: "set" as const, field: "notes", value: "Mine, more" }];
    server.kept = [{ baseVersion: 1, operationId: "two", operations, own: [["notes", "Mine"]] }];
    const saver = openKept(server);
    await pause();
    expect(saver.snapshot().kind).toBe("saved");
    expect(server.history.at(-1)).toMatchObject({ notes: "Mine, more" });
    expect(server.kept).toEqual([]);
  });

  it("drops a stored edit that changes nothing", async () => {
    const server = new Server(draft());
    server.others({ notes: "Mine" });
    const operations = merging.getOperations(null, draft({ notes: "Mine" }));
    server.kept = [{ baseVersion: 0, operationId: "whole", operations }];
    expect(openKept(server, true).snapshot().kind).toBe("untouched");
    await pause();
    expect(server.kept).toEqual([]);
  });

  it("asks again about a whole draft that an older app stored", async () => {
    const server = new Server(draft());
    server.others({ notes: "Theirs" });
    const backup = { draft: draft({ notes: "Mine" }), version: 1 };
    const first = open(server, false, openDraft(merging, server.document, { edits: [], backup }, draft));
    await first.cacheEdits();
    expect(openKept(server).snapshot()).toMatchObject({ kind: "conflict", conflicts: [{ path: "notes" }] });
  });

  it("tries once more on closing, and leaves the rest to the device's storage", async () => {
    const server = new Server(draft());
    server.down = true;
    const saver = open(server);
    type(saver, { notes: "Mine" });
    expect(await saver.close()).toBe(false);
    expect(server.kept).toMatchObject([{ isSent: true, operations: [{ value: "Mine" }] }]);
    server.down = false;
    await pause(60_000);
    expect(server.sent).toHaveLength(0);
    const next = openKept(server);
    await pause();
    expect(next.snapshot().kind).toBe("saved");
    expect(server.sent).toHaveLength(1);
  });

  it("goes on with theirs in the one field, and mine in the other", async () => {
    const server = new Server(draft());
    const saver = open(server);
    server.others({ notes: "Theirs", jobDescription: "Theirs" });
    type(saver, { notes: "Mine", jobDescription: "Mine", terms: "Mine" });
    await pause();
    saver.resolveConflict(new Set(["notes"]));
    expect(saver.getDraft()).toMatchObject({ notes: "Theirs", jobDescription: "Mine", terms: "Mine" });
    await pause();
    expect(server.history.at(-1)).toMatchObject({ notes: "Theirs", jobDescription: "Mine", terms: "Mine" });
  });

  it("saves nothing more if only theirs was chosen", async () => {
    const server = new Server(draft());
    const saver = open(server);
    server.others({ notes: "Theirs" });
    type(saver, { notes: "Mine" });
    await pause();
    saver.resolveConflict(new Set(["notes"]));
    expect(saver.snapshot().kind).toBe("saved");
    expect(await saver.flush()).toBe(true);
    expect(server.history).toHaveLength(2);
    expect(server.kept).toEqual([]);
  });

  it("does not ask if both say the same", async () => {
    const server = new Server(draft());
    const saver = open(server);
    server.others({ notes: "The same" });
    type(saver, { notes: "The same", jobDescription: "Mine" });
    await pause();
    expect(saver.snapshot().kind).toBe("saved");
  });

  it("sends more than a thousand operations in several requests", async () => {
    const many = (price: string) =>
      Array.from({ length: 450 }, (_, at) => ({ ...createEmptyLine(`l${at}`), name: `Part ${at}`, price }));
    const server = new Server(draft({ items: many("1.00") }));
    const saver = open(server);
    const changed = many("2.00").map((line) => ({ ...line, name: `${line.name}!`, description: "New" }));
    type(saver, { items: changed });
    await pause(200);
    expect(server.kept.map(({ operations }) => operations.length)).toEqual([1_000, 350]);
    await pause(5_000);
    expect(server.sent.map(({ operations }) => operations.length)).toEqual([1_000, 350]);
    expect(saver.snapshot().kind).toBe("saved");
    const { items } = merging.toBaseRevision(server.document).draft;
    expect(items.every(({ name, price }) => name.endsWith("!") && price === "2.00")).toBe(true);
  });

  it("uses another id if its own is taken", async () => {
    const server = new Server(draft());
    const saver = open(server);
    const whole = server.sendEdit;
    const names: string[] = [];
    server.sendEdit = async (edit) => {
      names.push(edit.operationId);
      return names.length === 1 ? { kind: "taken" } : whole(edit);
    };
    type(saver, { notes: "a" });
    await pause(1_000);
    expect(new Set(names).size).toBe(2);
    expect(saver.snapshot().kind).toBe("saved");
  });

  it("does not send what would be refused, and sends it once it is fixed", async () => {
    const server = new Server(draft());
    server.findProblem = ({ notes }) => (notes === "bad" ? "Fix the field in red." : null);
    const saver = open(server);
    type(saver, { notes: "bad" });
    await pause(1_000);
    expect(saver.snapshot()).toEqual({ kind: "refused", message: "Fix the field in red." });
    expect(server.sent).toHaveLength(0);
    expect(server.kept).toHaveLength(1);
    expect(await saver.flush()).toBe(false);
    type(saver, { notes: "ok" });
    expect(await saver.flush()).toBe(true);
    expect(server.sent).toHaveLength(1);
  });

  it("says what the server refuses, keeps it, and tries again once something changes", async () => {
    const server = new Server(draft());
    server.refusal = "That customer is gone.";
    const saver = open(server);
    type(saver, { notes: "a" });
    await pause();
    expect(saver.snapshot()).toEqual({ kind: "refused", message: "That customer is gone." });
    expect(server.kept).toHaveLength(1);
    server.refusal = null;
    type(saver, { notes: "ab" });
    await pause();
    expect(saver.snapshot().kind).toBe("saved");
  });

  it("sends nothing of a document that its customer can see until it is asked to", async () => {
    const server = new Server(draft());
    const saver = open(server, true);
    type(saver, { notes: "ab" });
    saver.sendNow();
    await pause(60_000);
    expect(server.sent).toHaveLength(0);
    expect(saver.snapshot().kind).toBe("held");
    expect(server.kept).toHaveLength(1);
    expect(await saver.flush()).toBe(true);
    expect(server.sent).toHaveLength(1);
    expect(server.kept).toEqual([]);
  });

  it("stores what was typed up to the moment it is closed", async () => {
    const server = new Server(draft());
    const saver = open(server, true);
    type(saver, { notes: "ab" });
    expect(await saver.close()).toBe(false);
    expect(server.kept).toMatchObject([{ operations: [{ value: "ab" }] }]);
    expect(server.sent).toHaveLength(0);
  });

  it("discards unshared changes, but not ones that may have been sent", async () => {
    const server = new Server(draft());
    const saver = open(server, true);
    type(saver, { notes: "ab" });
    await pause(200);
    expect(server.kept).toHaveLength(1);
    expect(saver.discard()).toBe(true);
    await pause(0);
    expect(saver.getDraft().notes).toBe("");
    expect([saver.snapshot().kind, server.kept, server.sent]).toEqual(["untouched", [], []]);
    for (const notes of ["a", ""]) {
      type(saver, { notes });
      await pause(200);
      expect(saver.snapshot().kind).toBe(notes === "" ? "untouched" : "held");
    }
    type(saver, { notes: "c" });
    server.down = true;
    await saver.flush();
    // It may have arrived all the same.
    expect(saver.discard()).toBe(false);
    expect(saver.getDraft().notes).toBe("c");
  });

  it("continues to save if the device cannot store anything", async () => {
    const server = new Server(draft());
    server.cacheEdits = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
    const saver = open(server);
    type(saver, { notes: "a" });
    expect(await saver.cacheEdits()).toBe(false);
    expect(saver.isOnlyInWindow()).toBe(false);
    await pause();
    expect(saver.snapshot().kind).toBe("saved");
    expect(saver.isOnlyInWindow()).toBe(false);
  });

  it("says that what is typed is in this window alone, also while it is tried again", async () => {
    const server = new Server(draft());
    server.cacheEdits = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
    server.down = true;
    const saver = open(server);
    const only: [string, boolean][] = [];
    saver.subscribe(() => only.push([saver.snapshot().kind, saver.isOnlyInWindow()]));
    type(saver, { notes: "a" });
    await pause();
    only.length = 0;
    await pause(2_000);
    type(saver, { notes: "ab" });
    expect(only).toContainEqual(["saving", true]);
    expect(only).toContainEqual(["waiting", true]);
    expect(only.every(([, isOnly]) => isOnly)).toBe(true);
    server.down = false;
    expect(await saver.flush()).toBe(true);
    expect(saver.isOnlyInWindow()).toBe(false);
  });

  it("continues from a version that another of our changes created", async () => {
    const server = new Server(draft());
    const saver = open(server);
    server.others({});
    saver.adoptStored(server.document);
    type(saver, { notes: "a" });
    await pause();
    expect(server.sent).toMatchObject([{ baseVersion: 2 }]);
  });

  it("does not ask about its own edit if the response to it was lost", async () => {
    const server = new Server(draft());
    const saver = open(server, true);
    type(saver, { items: [...saver.getDraft().items, { ...createEmptyLine("c"), name: "Valve" }] });
    server.lost = 1;
    const [, , valve] = saver.getDraft().items;
    await saver.flush();
    type(saver, {
      items: saver.getDraft().items.map((line) => (line === valve ? { ...line, name: "Stop valve" } : line)),
    });
    // It was sent meanwhile: the response contains the lost edit's original values.
    saver.adoptStored(server.document);
    expect(saver.snapshot().kind).not.toBe("conflict");
    expect(await saver.flush()).toBe(true);
    expect(merging.toBaseRevision(server.document).draft.items.map(({ name }) => name)).toEqual([
      "Tap",
      "Pipe",
      "Stop valve",
    ]);
  });
});
