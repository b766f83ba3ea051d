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
import { STANDARD_VAT_RATE } from "../../../rules/rates";
import { DotsIcon } from "../../../ui/DotsIcon";
import { DropdownMenu, type MenuItem } from "../../../ui/DropdownMenu";
import { IconButton } from "../../../ui/IconButton";
import type { LineDraft } from "../draft/draft";
import { getLineSection } from "../draft/sections";
import type { EditableLineRowProps } from "./lineTypes";

/** What is rarely wanted of a line, one tap away. */
export function LineMenu({
  line,
  position,
  count,
  isOpen,
  canCollapse,
  canBeOptional,
  photos,
  hasCis,
  sections,
  actions,
}: EditableLineRowProps) {
  const section = getLineSection(line, sections);
  const isInLast = section === (sections.at(-1)?.id ?? null);
  const openAndChange = (patch: Partial<Omit<LineDraft, "id">>) => {
    // What is switched on is to be seen.
    actions.open(line.id);
    actions.change(line.id, patch);
  };
  const getItems = (): (MenuItem | false)[] => [
    !line.includeLabour && {
      label: "Add labour",
      icon: Clock,
      onSelect: () => openAndChange({ includeLabour: true }),
    },
    line.vat === null && {
      label: "VAT for this line",
      icon: Percent,
      onSelect: () => openAndChange({ vat: { treatment: "taxable", rate: STANDARD_VAT_RATE } }),
    },
    canBeOptional &&
      !line.optional && {
        label: "Make it optional",
        icon: CircleHelp,
        onSelect: () => openAndChange({ optional: true, selected: false }),
      },
    line.cost === null && {
      label: hasCis ? "Materials and their cost" : "Cost and mark-up",
      icon: Package,
      onSelect: () => openAndChange({ costType: "materials", cost: "" }),
    },
    photos !== null && {
      label: "Add photos",
      icon: ImagePlus,
      onSelect: () => actions.addPhotos(line.id),
      disabled: !line.name.trim() || photos.limitMessage !== null,
      note: photos.limitMessage ?? undefined,
    },
    {
      label: "Save to my items",
      icon: BookmarkPlus,
      onSelect: () => actions.saveToLibrary(line),
      disabled: !line.name.trim(),
    },
    { label: "Duplicate line", icon: Copy, onSelect: () => actions.duplicate(line.id) },
    isOpen &&
      canCollapse && { label: "Close line", icon: FoldVertical, onSelect: () => actions.collapse(line.id) },
    {
      label: "Move up",
      icon: ArrowUp,
      disabled: position === 0 && section === null,
      onSelect: () => actions.move(line.id, -1),
      separated: true,
    },
    {
      label: "Move down",
      icon: ArrowDown,
      disabled: position === count - 1 && isInLast,
      onSelect: () => actions.move(line.id, 1),
    },
    sections.length > 0 && {
      label: "Move to a section",
      icon: FolderInput,
      onSelect: () => actions.chooseSection(line.id),
    },
    {
      label: "Remove line",
      icon: Trash2,
      danger: true,
      onSelect: () => actions.remove(line.id),
      separated: true,
    },
  ];
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`More for line ${position + 1}`}
          icon={<DotsIcon />}
          className="-mr-2 text-quiet md:-mr-3"
        />
      }
      items={() => getItems().filter((item): item is MenuItem => item !== false)}
    />
  );
}
