import { describe, expect, it } from "vitest";
import { loadRules } from "../../../rules/rules";
import { createEmptyDraft, createEmptyLine, type DocumentDraft, type LineDraft } from "../draft/draft";
import { type DraftAction, reduceDraft } from "../draft/reducer";
import { DraftHistory, findChangedField } from "../history/draftHistory";
import { DraftMerger } from "./draftMerger";

const rules = await loadRules();
const line = (id: string, patch: Partial<LineDraft> = {}): LineDraft => ({
  ...createEmptyLine(id),
  name: `Part ${id}`,
  price: "10.00",
  ...patch,
});
const start: DocumentDraft = {
  ...createEmptyDraft("2026-11-21", "2026-12-21", "a"),
  items: [line("a"), line("b"), line("c")],
};

/** A draft and its history, edited by the test, which also moves the `clock`. */
function pen(draft: DocumentDraft = start) {
  const clock = { now: 0 };
  const history = new DraftHistory(new DraftMerger(rules, "quote", () => "new"), () => clock.now);
  const page = {
    draft,
    clock,
    history,
    act(action: DraftAction) {
      const before = page.draft;
      page.draft = reduceDraft(before, action);
      return history.record(action, before, page.draft);
    },
    type(id: string, field: "name" | "price" | "quantity", text: string) {
      for (let end = 1; end <= text.length; end += 1) {
        page.act({ type: "line", id, patch: { [field]: text.slice(0, end) } });
      }
    },
    undo: () => go(history.undo(page.draft)),
    redo: () => go(history.redo(page.draft)),
  };
  const go = (next: DocumentDraft | null) => {
    if (next) page.draft = next;
    return next !== null;
  };
  return page;
}
const at = (draft: DocumentDraft, id: string) => draft.items.find((one) => one.id === id);
const ids = (draft: DocumentDraft) => draft.items.map(({ id }) => id);

describe("History", () => {
  it("treats a cost and the price calculated from it as one step", () => {
    const page = pen({ ...start, items: [line("a", { cost: "5" }), line("b")] });
    page.act({ type: "line", id: "a", patch: { cost: "" } });
    page.act({ type: "line", id: "a", patch: { cost: "8", price: "16.00" } });
    page.act({ type: "line", id: "a", patch: { cost: "80", price: "160.00" } });
    expect(page.undo()).toBe(true);
    expect([at(page.draft, "a")?.cost, at(page.draft, "a")?.price]).toEqual(["5", "10.00"]);
    expect(page.undo()).toBe(false);
  });

  it("takes what was typed into one field in one go as one step", () => {
    const page = pen();
    page.type("a", "price", "125");
    page.type("b", "price", "9.5");
    expect(page.undo()).toBe(true);
    expect([at(page.draft, "a")?.price, at(page.draft, "b")?.price]).toEqual(["125", "10.00"]);
    expect(page.undo()).toBe(true);
    expect(page.draft.items).toEqual(start.items);
    expect(page.undo()).toBe(false);
    page.redo();
    page.redo();
    expect([at(page.draft, "a")?.price, at(page.draft, "b")?.price]).toEqual(["125", "9.5"]);
    expect(page.redo()).toBe(false);
  });

  it("begins another step after the field was left, or after a pause", () => {
    const page = pen();
    page.type("a", "name", "Tap");
    page.history.endTyping();
    page.type("a", "name", "Tap, chrome");
    page.clock.now += 3_000;
    page.type("a", "name", "Tap, chrome, tall");
    page.undo();
    expect(at(page.draft, "a")?.name).toBe("Tap, chrome");
    page.undo();
    expect(at(page.draft, "a")?.name).toBe("Tap");
    page.undo();
    expect(at(page.draft, "a")?.name).toBe("Part a");
  });

  it("puts a line back in its place, and every other line stays as it is", () => {
    const page = pen();
    page.type("a", "price", "77");
    page.act({ type: "remove", id: "b", emptyId: "z" });
    const others = [at(page.draft, "a"), at(page.draft, "c")];
    page.undo();
    expect(ids(page.draft)).toEqual(["a", "b", "c"]);
    expect(at(page.draft, "b")).toEqual(line("b"));
    expect([at(page.draft, "a"), at(page.draft, "c")]).toEqual(others);
    page.redo();
    expect(ids(page.draft)).toEqual(["a", "c"]);
    page.undo();
    page.undo();
    expect(at(page.draft, "a")?.price).toBe("10.00");
  });

  it("undoes one step by name, whatever was done since", () => {
    const page = pen();
    const removal = page.act({ type: "remove", id: "b", emptyId: "z" });
    page.type("c", "quantity", "4");
    const without = page.history.undoStep(removal, page.draft);
    expect(without && ids(without)).toEqual(["a", "b", "c"]);
    expect(without && at(without, "c")?.quantity).toBe("4");
    expect(page.history.undoStep(removal, page.draft)).toBeNull();
  });

  it("leaves what others changed meanwhile, in other fields and in the same", () => {
    const page = pen();
    page.type("a", "price", "12");
    page.draft = {
      ...page.draft,
      notes: "Theirs",
      items: page.draft.items.map((one) => (one.id === "b" ? line("b", { quantity: "6" }) : one)),
    };
    page.type("a", "price", "13");
    page.undo();
    expect([at(page.draft, "a")?.price, at(page.draft, "b")?.quantity]).toEqual(["12", "6"]);
    page.undo();
    expect(at(page.draft, "a")?.price).toBe("10.00");
    expect([page.draft.notes, at(page.draft, "b")?.quantity]).toEqual(["Theirs", "6"]);

    page.type("b", "quantity", "8");
    page.draft = {
      ...page.draft,
      items: page.draft.items.map((one) => (one.id === "b" ? line("b", { quantity: "9" }) : one)),
    };
    expect(page.undo()).toBe(false);
    expect(at(page.draft, "b")?.quantity).toBe("9");
  });

  it("undoes and redoes empty lines like other lines", () => {
    const page = pen({ ...start, items: [createEmptyLine("x")] });
    page.type("x", "name", "Tap");
    page.act({ type: "add", id: "y" });
    page.type("y", "name", "Pipe");
    page.undo();
    expect([ids(page.draft), at(page.draft, "y")?.name]).toEqual([["x", "y"], ""]);
    page.undo();
    expect(ids(page.draft)).toEqual(["x"]);
    page.undo();
    expect(page.draft.items).toEqual([createEmptyLine("x")]);
    page.redo();
    page.redo();
    page.redo();
    expect(page.draft.items.map(({ name }) => name)).toEqual(["Tap", "Pipe"]);
  });

  it("moves a line back, and undoes each switch as one step", () => {
    const page = pen();
    page.act({ type: "move", id: "c", to: 0 });
    page.act({ type: "set", patch: { includeDiscount: true } });
    page.act({ type: "set", patch: { contactId: "one" } });
    page.act({ type: "set", patch: { contactId: "other" } });
    page.undo();
    expect(page.draft.contactId).toBe("one");
    page.undo();
    page.undo();
    expect(page.draft.includeDiscount).toBe(false);
    page.undo();
    expect(ids(page.draft)).toEqual(["a", "b", "c"]);
  });

  it("forgets what was undone once something else is done", () => {
    const page = pen();
    page.type("a", "price", "1");
    page.undo();
    expect(page.history.snapshot()).toEqual({ canUndo: false, canRedo: true });
    page.type("a", "price", "2");
    expect(page.history.snapshot()).toEqual({ canUndo: true, canRedo: false });
    expect(page.redo()).toBe(false);
  });
});

it("says which field two drafts first differ in", () => {
  const typed = reduceDraft(start, { type: "line", id: "b", patch: { price: "3" } });
  expect(findChangedField(start, typed)).toBe("b.price");
  expect(findChangedField(start, { ...start, notes: "x" })).toBe("notes");
  expect(findChangedField(start, { ...start, items: start.items.slice(0, 2) })).toBe("b.name");
  expect(findChangedField({ ...start, items: start.items.slice(0, 2) }, start)).toBe("c.name");
  expect(findChangedField(start, start)).toBeNull();
});
