// @vitest-environment window
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { newId } from "../../api/ids";
import { useRules } from "../../rules/rules";
import { showAlone } from "../../testing/alone";
import { emptyDraft } from "./draft/draft";
import { History } from "./history/history";
import { LocalDraft } from "./local/localDraft";
import { Merging } from "./saving/merging";
import { type DraftEditor, useDraftEditor } from "./saving/useDraftEditor";

let editor: DraftEditor;

function Page() {
  const rules = useRules();
  const [{ holder, history }] = useState(() => ({
    holder: new LocalDraft(emptyDraft("2026-11-29", "2026-12-13", "a")),
    history: new History(new Merging(rules, "quote", newId)),
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

const typeNotes = (notes: string) => editor.type({ type: "set", patch: { notes } });
const shown = () => screen.getByRole("status").textContent;

it.each([
  ["another field has the focus", () => screen.getByLabelText("Another field").focus()],
  [
    "a button is pressed",
    () => screen.getByRole("button").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })),
  ],
])("shows what was typed before %s, though no frame was painted", async (_, goOn) => {
  await showAlone(<Page />);
  await screen.findByRole("button");
  typeNotes("Mind the step");
  expect(editor.current().notes).toBe("Mind the step");
  expect(shown(), "left for after the frame").toBe("");
  goOn();
  expect(shown()).toBe("Mind the step");
});
