import { useDroppable } from "@dnd-kit/core";
import { ArrowDown, ArrowUp, EllipsisVertical, Plus, Trash2 } from "lucide-react";
import type { Section } from "../../../api/generated/Section";
import { useRules } from "../../../rules/rules";
import { cx } from "../../../ui/cx";
import { DropdownMenu } from "../../../ui/DropdownMenu";
import { IconButton } from "../../../ui/IconButton";
import { Money } from "../../../ui/Money";
import { TextField } from "../../../ui/TextField";
import { useEchoedText } from "../../../ui/useEcho";
import { getSectionDropId, getSectionFieldId } from "./sectionIds";

/** The longest name that the server keeps. */
const MAX_NAME_LENGTH = 300;

/** What may be done to a section. */
export interface SectionActions {
  renameSection: (id: string, name: string) => void;
  moveSection: (id: string, by: number) => void;
  removeSection: (id: string) => void;
  addLineToSection: (id: string | null) => void;
}

/** The head of a section: its name, typed in place, and what its lines come to. A line can be dropped on it. */
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
  /** What its counted lines come to; null while nothing can be calculated. */
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
