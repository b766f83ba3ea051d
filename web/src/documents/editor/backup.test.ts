import { describe, expect, it } from "vitest";
import { Backups } from "./backup";
import { emptyDraft } from "./draft";

function memory(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const draft = emptyDraft("2026-11-21", "2026-12-21", "line-1");

describe("Backups", () => {
  it("gives back what was kept, one a document and kind", () => {
    const backups = new Backups(memory(), () => 5);
    expect(backups.write("quote", "a", { ...draft, notes: "half a sent" }, 3)).toBe(true);
    expect(backups.read("quote", "a")).toMatchObject({
      draft: { notes: "half a sent" },
      version: 3,
      savedAt: 5,
    });
    expect(backups.read("invoice", "a")).toBeNull();
    expect(backups.read("quote", "b")).toBeNull();
    backups.drop("quote", "a");
    expect(backups.read("quote", "a")).toBeNull();
  });

  it("takes what it cannot read for nothing", () => {
    const store = memory();
    const backups = new Backups(store);
    for (const kept of ["", "{", "null", "[]", '{"format":0,"draft":{"items":[]},"version":1}']) {
      store.setItem("plumbline:draft:quote:a", kept);
      expect(backups.read("quote", "a")).toBeNull();
    }
  });

  it("says when the storage is full or forbidden", () => {
    const full = {
      ...memory(),
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    };
    expect(new Backups(full).write("quote", "a", draft, null)).toBe(false);
  });
});
