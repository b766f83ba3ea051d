import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { type KeyboardEvent, memo } from "react";
import { cx } from "../../../ui/cx";
import { DotsIcon } from "../../../ui/DotsIcon";
import { PhotoNotice } from "../photos/PhotoNotice";
import { PhotoTiles } from "../photos/PhotoTiles";
import { LineErrors } from "./LineErrors";
import { INLINE_ERROR_FIELDS, LineFields } from "./LineFields";
import { LineMenu } from "./LineMenu";
import { LineOptions } from "./LineOptions";
import { LineSummary } from "./LineSummary";
import type { EditableLineRowProps } from "./lineTypes";

const ERRORS_SHOWN_INLINE = ["name", "vat", ...INLINE_ERROR_FIELDS];

/** One line of the document: moved by its grip, with what is rarely wanted of it in a menu. */
export const EditableLineRow = memo(function EditableLineRow(props: EditableLineRowProps) {
  const { line, position, count, errors, isOpen, photos, actions } = props;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: line.id });
  const title = line.name.trim() || `Line ${position + 1}`;

  // The others are said under their own fields.
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
        // A row out of sight is not painted; what sticks out of it at the sides is within its padding.
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
