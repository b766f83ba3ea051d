import {
  ArrowDown,
  ArrowUp,
  BookmarkPlus,
  CircleHelp,
  Clock,
  Copy,
  FolderInput,
  FoldVertical,
  ImagePlus,
  Package,
  Percent,
  Trash2,
} from "lucide-react";
import { STANDARD } from "../../../rules/rates";
import { Dots } from "../../../ui/Dots";
import { DropdownMenu, type MenuItem } from "../../../ui/DropdownMenu";
import { IconButton } from "../../../ui/IconButton";
import type { LineDraft } from "../draft/draft";
import { sectionOf } from "../draft/sections";
import type { LineRowProps } from "./lineField";

/** What is rarely wanted of a line, one tap away. */
export function LineMenu({
  line,
  position,
  count,
  isOpen,
  canFold,
  canBeOptional,
  photos,
  hasCis,
  sections,
  deeds,
}: LineRowProps) {
  const section = sectionOf(line, sections);
  const isInLast = section === (sections.at(-1)?.id ?? null);
  const set = (patch: Partial<Omit<LineDraft, "id">>) => {
    // What is switched on is to be seen.
    deeds.open(line.id);
    deeds.change(line.id, patch);
  };
  const items = (): (MenuItem | false)[] => [
    !line.includeLabour && { label: "Add labour", icon: Clock, onSelect: () => set({ includeLabour: true }) },
    line.vat === null && {
      label: "VAT for this line",
      icon: Percent,
      onSelect: () => set({ vat: { treatment: "taxable", rate: STANDARD } }),
    },
    canBeOptional &&
      !line.optional && {
        label: "Make it optional",
        icon: CircleHelp,
        onSelect: () => set({ optional: true, selected: false }),
      },
    line.cost === null && {
      label: hasCis ? "Materials and their cost" : "Cost and mark-up",
      icon: Package,
      onSelect: () => set({ costType: "materials", cost: "" }),
    },
    photos !== null && {
      label: "Add photos",
      icon: ImagePlus,
      onSelect: () => deeds.addPhotos(line.id),
      disabled: !line.name.trim() || photos.full !== null,
      note: photos.full ?? undefined,
    },
    {
      label: "Save to my items",
      icon: BookmarkPlus,
      onSelect: () => deeds.saveToLibrary(line),
      disabled: !line.name.trim(),
    },
    { label: "Duplicate line", icon: Copy, onSelect: () => deeds.duplicate(line.id) },
    isOpen && canFold && { label: "Close line", icon: FoldVertical, onSelect: () => deeds.fold(line.id) },
    {
      label: "Move up",
      icon: ArrowUp,
      disabled: position === 0 && section === null,
      onSelect: () => deeds.move(line.id, -1),
      separated: true,
    },
    {
      label: "Move down",
      icon: ArrowDown,
      disabled: position === count - 1 && isInLast,
      onSelect: () => deeds.move(line.id, 1),
    },
    sections.length > 0 && {
      label: "Move to a section",
      icon: FolderInput,
      onSelect: () => deeds.toSection(line.id),
    },
    {
      label: "Remove line",
      icon: Trash2,
      danger: true,
      onSelect: () => deeds.remove(line.id),
      separated: true,
    },
  ];
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`More for line ${position + 1}`}
          icon={<Dots />}
          className="-mr-2 text-quiet md:-mr-3"
        />
      }
      items={() => items().filter((item): item is MenuItem => item !== false)}
    />
  );
}
