// @vitest-environment window
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { newId } from "../../api/requests";
import { useRules } from "../../rules/rules";
import { renderAlone } from "../../testing/render-alone";
import { createEmptyDraft } from "./draft/draft";
import { DraftHistory } from "./history/draftHistory";
import { DraftMerger } from "./saving/draftMerger";
import { type DraftEditor, LocalDraftHolder, useDraftEditor } from "./saving/useDraftEditor";

let editor: DraftEditor;

function Page() {
  const rules = useRules();
  const [{ holder, history }] = useState(() => ({
    holder: new LocalDraftHolder(createEmptyDraft("2026-11-29", "2026-12-13", "a")),
    history: new DraftHistory(new DraftMerger(rules, "quote", newId)),
  }));
  editor = useDraftEditor(holder, history);
  return (
    <>
      <output>{editor.draft.notes}</output>
      <input aria-label="Another field" />
      <button type="button">Send</button>
    </>
  );
}

const typeNotes = (notes: string) => editor.dispatchTyping({ type: "set", patch: { notes } });
const shown = () => screen.getByRole("status").textContent;

it.each([
  ["another field has the focus", () => screen.getByLabelText("Another field").focus()],
  [
    "a button is pressed",
    () => screen.getByRole("button").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })),
  ],
])("shows what was typed before %s, though no frame was painted", async (_, goOn) => {
  await renderAlone(<Page />);
  await screen.findByRole("button");
  typeNotes("Mind the step");
  expect(editor.getDraft().notes).toBe("Mind the step");
  expect(shown(), "left for after the frame").toBe("");
  goOn();
  expect(shown()).toBe("Mind the step");
});
