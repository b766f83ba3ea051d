import { useDroppable } from "@dnd-kit/core";
import { ArrowDown, ArrowUp, Check, EllipsisVertical, Plus, Rows3, Trash2 } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { Section } from "../../../api/generated/Section";
import { newId } from "../../../api/requests";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { cx } from "../../../ui/cx";
import { Dialog } from "../../../ui/Dialog";
import { DropdownMenu } from "../../../ui/DropdownMenu";
import { useEchoedText } from "../../../ui/hooks";
import { IconButton } from "../../../ui/IconButton";
import { Money } from "../../../ui/Money";
import { TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import type { DocumentDraft } from "../draft/draft";
import type { DraftAction } from "../draft/reducer";
import { MAX_SECTIONS } from "../draft/sections";
import type { HistoryStep } from "../history/draftHistory";
import { getSectionDropId, getSectionFieldId, getSectionName } from "./dragAnnouncements";

/** The longest name that the server stores. */
const MAX_NAME_LENGTH = 300;

/** The actions on a section. */
export interface SectionActions {
  renameSection: (id: string, name: string) => void;
  moveSection: (id: string, by: number) => void;
  removeSection: (id: string) => void;
  addLineToSection: (id: string | null) => void;
}

/** The heading of a section: its name, edited in place, and its subtotal. A line can be dropped on it. */
export function SectionHeading({
  section,
  position,
  count,
  pence,
  actions,
}: {
  section: Section;
  position: number;
  count: number;
  /** The sum of its lines, without options that aren't chosen; null while it can't be calculated. */
  pence: number | null;
  actions: SectionActions;
}) {
  const { gbpOfPence } = useRules();
  const { setNodeRef, isOver } = useDroppable({ id: getSectionDropId(section.id) });
  const [name, echo] = useEchoedText(section.name);
  const title = section.name.trim() || `Section ${position + 1}`;
  return (
    <li
      ref={setNodeRef}
      data-section={section.id}
      className={cx(
        "mt-4 flex items-center gap-2 rounded-md bg-canvas py-1 pr-1 pl-2",
        isOver && "outline-2 outline-ink",
      )}
    >
      <TextField
        id={getSectionFieldId(section.id)}
        label={`Section ${position + 1} name`}
        hideLabel
        placeholder={`Section ${position + 1}`}
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={({ target }) => {
          echo(target.value);
          actions.renameSection(section.id, target.value);
        }}
        className="min-w-0 flex-1"
        inputClassName="font-semibold"
      />
      <span className="text-right md:min-w-20">
        <span className="sr-only">{`${title} comes to `}</span>
        <Money text={pence === null ? "" : gbpOfPence(pence)} className="font-semibold text-ink" />
      </span>
      <DropdownMenu
        trigger={
          <IconButton
            label={`More for section ${position + 1}`}
            icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
            className="text-quiet"
          />
        }
        items={() => [
          { label: "Add line here", icon: Plus, onSelect: () => actions.addLineToSection(section.id) },
          {
            label: "Move section up",
            icon: ArrowUp,
            disabled: position === 0,
            onSelect: () => actions.moveSection(section.id, -1),
            separated: true,
          },
          {
            label: "Move section down",
            icon: ArrowDown,
            disabled: position === count - 1,
            onSelect: () => actions.moveSection(section.id, 1),
          },
          {
            label: "Remove section",
            icon: Trash2,
            danger: true,
            note: "Its lines stay",
            onSelect: () => actions.removeSection(section.id),
            separated: true,
          },
        ]}
      />
    </li>
  );
}

/** The row after the lines of a section, with a button to add another line. */
export function AddLineToSectionButton({
  name,
  isEmpty,
  onAdd,
}: {
  /** The section's name; null for the lines without a section. */
  name: string | null;
  isEmpty: boolean;
  onAdd: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-line border-t py-1">
      <Button
        variant="quiet"
        icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
        aria-label={name === null ? "Add line to no section" : `Add line to ${name}`}
        onClick={onAdd}
        className="-ml-4"
      >
        Add line
      </Button>
      {isEmpty && <span className="text-quiet text-sm">Your customer doesn’t see empty sections.</span>}
    </li>
  );
}

/** The dialog that moves a line into a section, or out of its section to the lines before all sections. */
export function MoveToSectionDialog({
  title,
  sections,
  currentSection,
  onChoose,
  onClose,
}: {
  /** The line's name; null if the dialog is closed. */
  title: string | null;
  sections: readonly Section[];
  /** The section that the line is in. */
  currentSection: string | null;
  onChoose: (section: string | null) => void;
  onClose: () => void;
}) {
  const options = [
    { id: null, name: "No section" },
    ...sections.map(({ id, name }, at) => ({ id, name: name.trim() || `Section ${at + 1}` })),
  ];
  return (
    <Dialog
      open={title !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Move to a section"
      description={title ?? undefined}
    >
      <ul className="grid gap-1">
        {options.map(({ id, name }) => (
          <li key={id ?? ""}>
            <button
              type="button"
              aria-current={id === currentSection ? "true" : undefined}
              onClick={() => onChoose(id)}
              className={cx(
                "flex min-h-control w-full items-center gap-3 rounded-md px-3 text-left font-medium text-ink hover:bg-hover",
                id === null && "text-quiet",
              )}
            >
              <span className="min-w-0 flex-1 break-words">{name}</span>
              {id === currentSection && (
                <Check aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
              )}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface SectionActionsInput {
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => HistoryStep | null;
  dispatchTyping: (action: DraftAction) => void;
  undoStep: (step: HistoryStep) => void;
  addLineToSection: (section: string | null) => void;
}

/** The actions on a draft's sections. They don't change between renders. */
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
        // Typing replaces the default name.
        if (field instanceof HTMLInputElement) field.select();
      },
      renameSection: (id, name) => {
        const sections = getDraft().sections.map((section) =>
          section.id === id ? { ...section, name } : section,
        );
        dispatchTyping({ type: "sections", sections });
      },
      moveSection: (id, by) => {
        const { sections } = getDraft();
        const at = sections.findIndex((section) => section.id === id);
        const section = sections[at];
        if (!section || at + by < 0 || at + by >= sections.length) return;
        const others = sections.filter((other) => other !== section);
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

/** A button to add a section, unless the limit has been reached. */
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
