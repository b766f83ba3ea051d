import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
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
import { type KeyboardEvent, memo } from "react";
import type { Choice } from "../../../api/generated/Choice";
import { STANDARD_VAT_RATE } from "../../../rules/rates";
import { useRules } from "../../../rules/rules";
import { cx } from "../../../ui/cx";
import { DotsIcon } from "../../../ui/DotsIcon";
import { DropdownMenu, type MenuItem } from "../../../ui/DropdownMenu";
import { IconButton } from "../../../ui/IconButton";
import { Money } from "../../../ui/Money";
import type { LineDraft } from "../draft/draft";
import { toNumberText } from "../draft/numberText";
import { getLineSection } from "../draft/sections";
import { PhotoNotice, PhotoTiles } from "../photos/PhotosSection";
import { INLINE_ERROR_FIELDS, LineErrors, LineFields } from "./LineFields";
import { LineOptions } from "./LineOptions";
import { type EditableLineRowProps, getLineFieldId, type LineActions } from "./lineTypes";

/** The menu of a line, with options that are rarely needed. */
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
    // Open the line, so that the new option is visible.
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

/**
 * Longer texts don't fit in a row and may be cut or wrapped. Each text that may be cut is a separate layer to
 * paint, and every keystroke paints all rows.
 */
const LONG_TEXT_LENGTH = 24;
const getOverflowClass = (text: string) =>
  text.length > LONG_TEXT_LENGTH ? "truncate" : "[overflow-wrap:anywhere]";

/** A line in one row: name, quantity, price and total. Pressing it opens the line. */
export function LineSummary({
  line,
  position,
  title,
  pence,
  choices,
  actions,
}: {
  line: LineDraft;
  position: number;
  title: string;
  pence: number | null;
  choices: readonly Choice[];
  actions: LineActions;
}) {
  const { price, quantity, gbpOfPence } = useRules();
  const unitPrice = toNumberText(line.price);
  const cost = toNumberText(line.cost ?? "");
  const quantityAndPrice = `${quantity(toNumberText(line.quantity) || "0")} × ${price(unitPrice || "0")}`;
  const extras = [
    line.includeLabour && "Labour",
    line.vat !== null && "Different VAT",
    line.optional && (line.selected ? "Optional, counted" : "Optional"),
    line.costType === "materials" && "Materials",
    cost && `Costs you ${price(cost)}`,
    line.description.trim().split("\n")[0],
  ].filter(Boolean);
  const details = [quantityAndPrice, ...extras].join(" · ");
  const choiceText =
    line.choice !== null && `In ${choices.find(({ id }) => id === line.choice)?.name || "one choice"}`;
  return (
    <button
      type="button"
      id={getLineFieldId(line.id, "summary")}
      aria-expanded={false}
      onClick={() => actions.openField(line.id, "name")}
      className="flex min-h-control min-w-0 flex-1 items-center gap-3 rounded-md py-1 pl-2 text-left hover:bg-hover md:pl-3"
    >
      <span className="min-w-0 flex-1 @xl:flex @xl:items-baseline @xl:gap-3">
        <span className="sr-only">{`Edit line ${position + 1}: `}</span>
        <span
          className={cx(
            "font-medium text-ink [overflow-wrap:anywhere] @xl:max-w-[60%]",
            title.length > LONG_TEXT_LENGTH ? "line-clamp-2" : "block",
          )}
        >
          {title}
        </span>
        <span
          className={cx(
            "block text-quiet text-sm tabular-nums @xl:min-w-0 @xl:flex-1",
            getOverflowClass(details),
          )}
        >
          {details}
        </span>
        {/* In its own row: on a phone there is no space for the choice's name after the numbers. */}
        {choiceText && (
          <span className="block text-quiet text-sm [overflow-wrap:anywhere] @xl:max-w-[40%] @xl:shrink-0 @xl:truncate">
            {choiceText}
          </span>
        )}
      </span>
      <Money
        text={pence === null ? "" : gbpOfPence(pence)}
        className={cx(
          "shrink-0 text-right font-semibold",
          line.optional && !line.selected ? "text-quiet" : "text-ink",
        )}
      />
    </button>
  );
}

const ERRORS_SHOWN_INLINE = ["name", "vat", ...INLINE_ERROR_FIELDS];

/** One line of the document, with a drag handle and a menu. */
export const EditableLineRow = memo(function EditableLineRow(props: EditableLineRowProps) {
  const { line, position, count, errors, isOpen, photos, actions } = props;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: line.id });
  const title = line.name.trim() || `Line ${position + 1}`;

  // The others are displayed under their own fields.
  const otherErrors = Object.entries(errors).filter(([field]) => !ERRORS_SHOWN_INLINE.includes(field));

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    actions.move(line.id, event.key === "ArrowUp" ? -1 : 1);
  };

  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      aria-label={`Line ${position + 1} of ${count}: ${title}`}
      data-line={line.id}
      onKeyDownCapture={onKeyDown}
      onFocusCapture={isOpen ? () => actions.open(line.id) : undefined}
      className={cx(
        "relative border-line border-t bg-paper first:border-t-0",
        // A row out of sight isn't painted; its padding contains whatever overflows at the sides.
        isOpen ? "py-3" : "-mx-3 px-3 py-0.5 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]",
        isDragging && "z-10 rounded-md shadow-float",
        line.optional && !line.selected && "text-quiet",
      )}
    >
      <div className={cx("flex gap-1 md:gap-2", isOpen ? "items-start" : "items-center")}>
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Move ${title}`}
          className="-ml-2 flex h-control w-8 shrink-0 touch-none items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink md:-ml-3"
        >
          <DotsIcon handle />
        </button>
        {isOpen ? <LineFields {...props} /> : <LineSummary {...props} title={title} />}
        <LineMenu {...props} />
      </div>
      {isOpen && <LineOptions {...props} />}
      {photos && (photos.list.length > 0 || photos.pendingCount > 0 || photos.notice) && (
        <div className={cx("ml-7 grid gap-2", isOpen ? "mt-2" : "mb-2")}>
          <PhotoTiles
            small
            photos={photos.list}
            pendingCount={photos.pendingCount}
            subject={`line ${position + 1}`}
            actions={photos.actions}
          />
          <PhotoNotice notice={photos.notice} />
        </div>
      )}
      <LineErrors lineId={line.id} errors={otherErrors} className="ml-7" />
    </li>
  );
});
