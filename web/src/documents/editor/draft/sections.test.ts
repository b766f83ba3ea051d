import { describe, expect, it } from "vitest";
import { createEmptyDraft, createEmptyLine, isSameDocument, toDocumentDraft, toRequestBody } from "./draft";
import { reduceDraft } from "./reducer";
import { findPositionInSection, findStepPosition, groupBySection, sortBySection } from "./sections";

const SECTIONS = [
  { id: "k", name: "Kitchen" },
  { id: "e", name: "Empty" },
  { id: "b", name: "Bathroom" },
];

/** Lines given as `id section`, in the draft's order. */
const draftOf = (...lines: string[]) => ({
  ...createEmptyDraft("2026-11-21", "2026-12-21", "none"),
  sections: SECTIONS,
  items: lines.map((line) => {
    const [id = "", section = null] = line.split(" ");
    return { ...createEmptyLine(id), name: id, section };
  }),
});

/** The lines in display order, each with its section. */
const shown = ({ items, sections }: ReturnType<typeof draftOf>) =>
  sortBySection(items, sections)
    .map(({ id, section }) => (section ? `${id} ${section}` : id))
    .join(", ");

const START = draftOf("t b", "s", "u k", "g b", "h k");

describe("lines in sections", () => {
  it("follow the order of the sections, those without a section first", () => {
    expect(shown(START)).toBe("s, u k, h k, t b, g b");
    expect(groupBySection(START.items, SECTIONS).map(({ lines }) => lines.length)).toEqual([1, 2, 0, 2]);
    // A line with an unknown section is displayed with those without one.
    expect(shown(draftOf("x gone", "u k"))).toBe("x gone, u k");
  });

  it("move a step within their section, then into the next one, even if it is empty", () => {
    const step = (draft: typeof START, id: string, by: 1 | -1) => {
      const place = findStepPosition(draft.items, draft.sections, id, by);
      return place === null ? draft : reduceDraft(draft, { type: "move", id, ...place });
    };
    let draft = step(START, "u", 1);
    expect(shown(draft as typeof START)).toBe("s, h k, u k, t b, g b");
    draft = step(draft as typeof START, "u", 1);
    expect(shown(draft as typeof START)).toBe("s, h k, u e, t b, g b");
    draft = step(draft as typeof START, "u", 1);
    expect(shown(draft as typeof START)).toBe("s, h k, u b, t b, g b");
    for (let at = 0; at < 4; at += 1) draft = step(draft as typeof START, "u", -1);
    expect(shown(draft as typeof START)).toBe("s, u, h k, t b, g b");
    draft = step(draft as typeof START, "u", -1);
    expect(shown(draft as typeof START)).toBe("u, s, h k, t b, g b");
    // There is nothing beyond the first and last.
    expect(findStepPosition(draft.items, draft.sections, "u", -1)).toBeNull();
    expect(findStepPosition(draft.items, draft.sections, "g", 1)).toBeNull();
  });

  it("are put at the end or the beginning of a section", () => {
    const put = (section: string | null, end: "first" | "last") => {
      const place = findPositionInSection(START.items, SECTIONS, "t", section, end);
      return shown(reduceDraft(START, { type: "move", id: "t", ...place }) as typeof START);
    };
    expect(put("k", "last")).toBe("s, u k, h k, t k, g b");
    expect(put("k", "first")).toBe("s, t k, u k, h k, g b");
    expect(put("e", "first")).toBe("s, u k, h k, t e, g b");
    expect(put(null, "last")).toBe("s, t, u k, h k, g b");
    expect(put("b", "last")).toBe("s, u k, h k, g b, t b");
  });

  it("stay when their section goes", () => {
    const next = reduceDraft(START, { type: "sections", sections: SECTIONS.slice(1) });
    expect(next.items).toHaveLength(5);
    expect(shown(next as typeof START)).toBe("s, u, h, t b, g b");
    // The others are the same objects.
    expect(next.items[0]).toBe(START.items[0]);
  });

  it("come into the section of the line that they are pasted after", () => {
    const pasted = [{ ...createEmptyLine("p"), name: "Pasted" }];
    const next = reduceDraft(START, { type: "lines", lines: pasted, after: "u" });
    expect(next.items.find(({ id }) => id === "p")?.section).toBe("k");
  });

  it("cross the wire and come back", () => {
    const draft = { ...START, priceDisplay: "one" as const };
    const back = toDocumentDraft("quote", toRequestBody("quote", draft), () => "new");
    expect(back.sections).toEqual(SECTIONS);
    expect(back.priceDisplay).toBe("one");
    expect(isSameDocument("quote", draft, back)).toBe(true);
    // What the server omits has the draft's default.
    const { sections, priceDisplay } = toDocumentDraft("quote", { items: [] }, () => "new");
    expect([sections, priceDisplay]).toEqual([[], "lines"]);
  });
});
