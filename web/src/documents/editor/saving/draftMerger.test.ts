import { describe, expect, it } from "vitest";
import { loadRules } from "../../../rules/rules";
import type { StoredDocument } from "../../types";
import {
  createEmptyDraft,
  createEmptyLine,
  type DocumentDraft,
  type LineDraft,
  toRequestBody,
} from "../draft/draft";
import { DraftMerger } from "./draftMerger";

const rules = await loadRules();
const merging = new DraftMerger(rules, "quote", () => "new");

const line = (id: string, patch: Partial<LineDraft> = {}): LineDraft => ({
  ...createEmptyLine(id),
  name: `Part ${id}`,
  price: "10.00",
  ...patch,
});
const base: DocumentDraft = {
  ...createEmptyDraft("2026-11-21", "2026-12-21", "a"),
  items: [line("a"), line("b"), line("c")],
};
const names = (draft: DocumentDraft) => draft.items.map(({ id }) => id);
const nothing: ReadonlySet<string> = new Set();
const at = (draft: DocumentDraft, id: string) => draft.items.find((one) => one.id === id);

describe("Merging", () => {
  it("merges mine onto theirs, line by line", () => {
    const theirs = { ...base, notes: "Theirs", items: [line("c"), line("a", { quantity: "2" }), line("d")] };
    const mine = { ...base, items: [line("a", { price: "12.00" }), line("e"), line("b"), line("c")] };
    expect(merging.findConflicts(base, theirs, mine)).toEqual([]);
    const both = merging.mergeOnto(theirs, base, mine, nothing);
    expect(both.notes).toBe("Theirs");
    expect(names(both)).toEqual(["c", "a", "e", "d"]);
    expect(at(both, "a")).toMatchObject({ price: "12.00", quantity: "2" });
  });

  it("leaves half-typed values and unchanged line objects as they are", () => {
    const mine = {
      ...base,
      items: [line("a", { price: "7." }), base.items[1], base.items[2]] as LineDraft[],
    };
    const both = merging.mergeOnto({ ...base, notes: "Theirs" }, base, mine, nothing);
    expect(both.items).toBe(mine.items);
    const other = merging.mergeOnto({ ...base, items: base.items.slice(0, 2) }, base, mine, nothing);
    expect(other.items[0]).toBe(mine.items[0]);
    expect(other.items).toHaveLength(2);
  });

  it("does not ask about a price that came back in other digits", () => {
    const sent = { ...base, items: [line("a", { price: "11.5" }), line("b"), line("c")] };
    const back = { ...base, items: [line("a", { price: "11.50" }), line("b"), line("c")] };
    const mine = { ...base, items: [line("a", { price: "13" }), line("b"), line("c")] };
    expect(merging.findConflicts(sent, back, mine)).toEqual([]);
  });

  it("adds a line that both have only once, and asks about the differences in it", () => {
    const theirs = { ...base, items: [...base.items, line("d", { price: "11.50" })] };
    const mine = { ...base, items: [...base.items, line("d", { price: "13.00" })] };
    const path = "items[d].price";
    expect(merging.findConflicts(base, theirs, mine)).toEqual([
      { path, base: null, theirs: "11.50", mine: "13.00" },
    ]);
    const over = merging.mergeOnto(theirs, base, mine, nothing);
    expect(names(over)).toEqual(["a", "b", "c", "d"]);
    expect(at(over, "d")?.price).toBe("13.00");
    expect(at(merging.mergeOnto(theirs, base, mine, new Set([path])), "d")?.price).toBe("11.50");
  });

  it("returns the same draft if the others changed nothing", () => {
    const mine = { ...base, notes: " half a sent", items: [...base.items, createEmptyLine("blank")] };
    expect(merging.mergeOnto(base, base, mine, nothing)).toBe(mine);
  });

  it("keeps an empty line after the line that it follows", () => {
    const mine = { ...base, items: [line("a"), createEmptyLine("blank"), line("b"), line("c")] };
    const theirs = { ...base, items: [line("d"), line("a"), line("c")] };
    expect(names(merging.mergeOnto(theirs, base, mine, nothing))).toEqual(["d", "a", "blank", "c"]);
  });

  it("asks about a line that others took out, and puts it back or leaves it out", () => {
    const theirs = { ...base, items: [line("a"), line("c")] };
    const mine = { ...base, items: [line("a"), line("b", { price: "9.00", quantity: "3" }), line("c")] };
    const asked = merging.findConflicts(base, theirs, mine);
    expect(asked.map(({ path, theirs: now }) => [path, now])).toEqual([
      ["items[b].price", null],
      ["items[b].quantity", null],
    ]);
    // Also if this user's edit empties a field that was empty.
    const emptied = { ...base, items: [line("a"), line("b", { name: "" }), line("c")] };
    expect(merging.findConflicts(base, theirs, emptied)).toHaveLength(1);
    const back = merging.mergeOnto(theirs, base, mine, nothing);
    expect(names(back)).toEqual(["a", "b", "c"]);
    expect(at(back, "b")).toMatchObject({ name: "Part b", price: "9.00", quantity: "3" });
    expect(names(merging.mergeOnto(theirs, base, mine, new Set(["items[b].price"])))).toEqual(["a", "c"]);
  });

  it("asks about a line that others changed and mine takes out", () => {
    const theirs = { ...base, items: [line("a", { price: "11.00" }), line("b"), line("c")] };
    const mine = { ...base, items: [line("b"), line("c")] };
    expect(merging.findConflicts(base, theirs, mine)).toMatchObject([{ path: "items[a]", mine: null }]);
    expect(names(merging.mergeOnto(theirs, base, mine, nothing))).toEqual(["b", "c"]);
    const back = merging.mergeOnto(theirs, base, mine, new Set(["items[a]"]));
    expect(at(back, "a")?.price).toBe("11.00");
  });

  it("rebuilds a whole draft from its operations", () => {
    const whole = { ...base, notes: "Half a sent", jobDescription: "“Boiler”\nand a tap" };
    const back = merging.applyOperations(null, merging.getOperations(null, whole));
    expect(toRequestBody("quote", back)).toEqual(toRequestBody("quote", whole));
    expect(names(back)).toEqual(names(whole));
  });

  it("skips operations that are no longer possible", () => {
    const after = merging.applyOperations(base, [
      { op: "setLine", line: "gone", field: "price", value: "1" },
      { op: "set", field: "notes", value: "Still done" },
    ]);
    expect(after).toMatchObject({ notes: "Still done", items: base.items });
  });

  it("asks about every difference if the base is unknown", () => {
    const mine = { ...base, notes: "Mine", items: [line("a", { price: "2.00" }), line("b")] };
    expect(merging.findDifferences(base, mine)).toMatchObject([
      { path: "notes", base: null, theirs: "", mine: "Mine" },
      { path: "items[c]", mine: null },
      { path: "items[a].price", theirs: "10.00", mine: "2.00" },
    ]);
  });

  it("does not change a line's unit of labour because the document's is another", () => {
    const stored = {
      ...toRequestBody("quote", base),
      version: 4,
      items: [{ ...toRequestBody("quote", base).items[0], includeLabour: true, labourUnitType: null }],
    } as unknown as StoredDocument;
    const standing = merging.toBaseRevision(stored);
    const opened = merging.mergeOnto(standing.draft, standing.draft, standing.draft, nothing);
    expect(opened.items[0]?.labourUnitType).toBe("hours");
  });

  it("finds the same operations whether the line objects are identical or equal", () => {
    const afresh = (draft: DocumentDraft): DocumentDraft => ({
      ...draft,
      items: draft.items.map((one) => ({ ...one })),
    });
    const drafts: DocumentDraft[] = [
      base,
      {
        ...base,
        notes: "Mine",
        items: base.items.map((one) => (one.id === "b" ? line("b", { price: "3" }) : one)),
      },
      { ...base, items: [...base.items].reverse() },
      { ...base, items: [...base.items, createEmptyLine("blank")] },
      { ...base, items: [...base.items, line("blank")] },
      { ...base, items: base.items.slice(1) },
      { ...base, items: base.items.map((one) => (one.id === "c" ? createEmptyLine("c") : one)) },
    ];
    for (const before of drafts) {
      for (const after of drafts) {
        expect(merging.getOperations(before, after)).toEqual(merging.getOperations(before, afresh(after)));
      }
    }
  });
});
