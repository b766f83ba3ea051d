import { Rows3 } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { Section } from "../../../api/generated/Section";
import { newId } from "../../../api/ids";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import type { DocumentDraft } from "../draft/draft";
import type { DraftAction } from "../draft/reducer";
import { MAX_SECTIONS } from "../draft/sections";
import type { HistoryStep } from "../history/draftHistory";
import { getSectionName } from "./dragAnnouncements";
import type { SectionActions } from "./SectionHeading";
import { getSectionFieldId } from "./sectionIds";

interface SectionActionsInput {
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => HistoryStep | null;
  dispatchTyping: (action: DraftAction) => void;
  undoStep: (step: HistoryStep) => void;
  addLineToSection: (section: string | null) => void;
}

/** What is done to the sections of a draft. Made once, of ways that stay. */
export function useSectionActions({
  getDraft,
  dispatch,
  dispatchTyping,
  undoStep,
  addLineToSection,
}: SectionActionsInput) {
  const [actions] = useState(() => {
    const setSections = (sections: Section[]) => dispatch({ type: "sections", sections });
    return {
      addLineToSection,
      addSection: () => {
        const { sections } = getDraft();
        const section = { id: newId(), name: `Section ${sections.length + 1}` };
        flushSync(() => setSections([...sections, section]));
        const field = document.getElementById(getSectionFieldId(section.id));
        field?.focus();
        // The first letter takes the place of a name that says nothing.
        if (field instanceof HTMLInputElement) field.select();
      },
      renameSection: (id, name) => {
        const sections = getDraft().sections.map((one) => (one.id === id ? { ...one, name } : one));
        dispatchTyping({ type: "sections", sections });
      },
      moveSection: (id, by) => {
        const { sections } = getDraft();
        const at = sections.findIndex((section) => section.id === id);
        const section = sections[at];
        if (!section || at + by < 0 || at + by >= sections.length) return;
        const others = sections.filter((one) => one !== section);
        setSections([...others.slice(0, at + by), section, ...others.slice(at + by)]);
      },
      removeSection: (id) => {
        const { sections } = getDraft();
        const title = `${getSectionName(sections, id)} removed`;
        const step = setSections(sections.filter((section) => section.id !== id));
        toast({
          title,
          description: "Its lines stay, without a section.",
          action: { label: "Undo", onPress: () => step && undoStep(step) },
        });
      },
    } satisfies SectionActions & { addSection: () => void };
  });
  return actions;
}

/** One section more, as long as there may be. */
export function AddSectionButton({ count, onAdd }: { count: number; onAdd: () => void }) {
  if (count >= MAX_SECTIONS) return null;
  return (
    <Button
      variant={count === 0 ? "quiet" : undefined}
      icon={<Rows3 aria-hidden size={20} strokeWidth={1.75} />}
      onClick={onAdd}
    >
      Add section
    </Button>
  );
}
