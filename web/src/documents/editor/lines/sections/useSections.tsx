import { Rows3 } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { Section } from "../../../../api/generated/Section";
import { newId } from "../../../../api/ids";
import { Button } from "../../../../ui/Button";
import { toast } from "../../../../ui/toast";
import type { Draft } from "../../draft/draft";
import type { Action } from "../../draft/reducer";
import { MOST_SECTIONS } from "../../draft/sections";
import type { Step } from "../../history/history";
import { sectionName } from "../announcements";
import type { SectionDeeds } from "./SectionHeading";
import { sectionFieldId } from "./sectionIds";

interface Ways {
  current: () => Draft;
  act: (action: Action) => Step | null;
  type: (action: Action) => void;
  undoStep: (step: Step) => void;
  addTo: (section: string | null) => void;
}

/** What is done to the sections of a draft. Made once, of ways that stay. */
export function useSections({ current, act, type, undoStep, addTo }: Ways) {
  const [deeds] = useState(() => {
    const put = (sections: Section[]) => act({ type: "sections", sections });
    return {
      addTo,
      addSection: () => {
        const { sections } = current();
        const section = { id: newId(), name: `Section ${sections.length + 1}` };
        flushSync(() => put([...sections, section]));
        const field = document.getElementById(sectionFieldId(section.id));
        field?.focus();
        // The first letter takes the place of a name that says nothing.
        if (field instanceof HTMLInputElement) field.select();
      },
      rename: (id, name) => {
        const sections = current().sections.map((one) => (one.id === id ? { ...one, name } : one));
        type({ type: "sections", sections });
      },
      moveSection: (id, by) => {
        const { sections } = current();
        const at = sections.findIndex((section) => section.id === id);
        const section = sections[at];
        if (!section || at + by < 0 || at + by >= sections.length) return;
        const others = sections.filter((one) => one !== section);
        put([...others.slice(0, at + by), section, ...others.slice(at + by)]);
      },
      removeSection: (id) => {
        const { sections } = current();
        const title = `${sectionName(sections, id)} removed`;
        const step = put(sections.filter((section) => section.id !== id));
        toast({
          title,
          description: "Its lines stay, without a section.",
          action: { label: "Undo", onPress: () => step && undoStep(step) },
        });
      },
    } satisfies SectionDeeds & { addSection: () => void };
  });
  return deeds;
}

/** One section more, as long as there may be. */
export function AddSection({ count, onAdd }: { count: number; onAdd: () => void }) {
  if (count >= MOST_SECTIONS) return null;
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
