import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Plus } from "lucide-react";
import { type ClipboardEvent, memo, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { Choice } from "../../../api/generated/Choice";
import { newId } from "../../../api/ids";
import type { Item } from "../../../entities/items/item";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import { type Draft, emptyLine, isBlank, type LineDraft } from "../draft/draft";
import type { FieldErrors } from "../draft/errors";
import type { Action } from "../draft/reducer";
import type { Step } from "../history/history";
import { LineRow } from "./LineRow";
import type { LineDeeds } from "./lineField";
import { pastedRows } from "./pastedRows";
import { NO_ERRORS, useLineErrors } from "./useLineErrors";
import { focusLine, type OpenLines } from "./useOpenLines";

interface Props {
  lines: LineDraft[];
  /** The draft as it is at the time of asking, however many changes a render holds. */
  current: () => Draft;
  act: (action: Action) => Step | null;
  /** The same of what is typed: see `DraftEditor`. */
  type: (action: Action) => void;
  undoStep: (step: Step) => void;
  openLines: OpenLines;
  errors: FieldErrors;
  /** What each comes to, in pence. */
  amounts: ReadonlyMap<string, number>;
  items: Item[];
  canBeOptional: boolean;
  hasCis: boolean;
  choices: readonly Choice[];
  saveToLibrary: (line: LineDraft) => void;
}

/** The most that core takes. */
const MOST_LINES = 500;
/** So many lines are all open; of more only those that are asked for. */
const FEW = 6;

// Made once: another object would have every line render again at each keystroke.
const UP_AND_DOWN: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];
const BY_POINTER = { activationConstraint: { distance: 4 } };
const BY_KEY = { coordinateGetter: sortableKeyboardCoordinates };

/** 'Items & Services': the lines, each edited in place, moved by hand or by key. */
export const LinesSection = memo(function LinesSection(props: Props) {
  const { lines, current, act, type, undoStep, openLines, errors, amounts, items, saveToLibrary } = props;
  const { canBeOptional, hasCis, choices } = props;
  const [said, setSaid] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEY));
  const lineErrors = useLineErrors(lines, errors);
  const order = lines.map((line) => line.id).join("\n");
  const ids = useMemo(() => order.split("\n"), [order]);
  const { write, open, show, fold } = openLines;
  const canFold = lines.length > FEW;

  const add = (after?: string) => {
    const id = newId();
    flushSync(() => act({ type: "add", id, after }));
    write(id, "name");
  };
  const moveTo = (id: string, to: number) => {
    const now = current().items;
    const line = now.find((other) => other.id === id);
    if (!line || to < 0 || to >= now.length) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    flushSync(() => act({ type: "move", id, to }));
    focused?.focus();
    setSaid(`${nameOf(line, to)} is now line ${to + 1} of ${now.length}.`);
  };
  // Made once: the lines are memoised, and a stable set of deeds keeps the untouched ones still.
  const [deeds] = useState<LineDeeds>(() => ({
    change: (id, patch) => act({ type: "line", id, patch }),
    type: (id, patch) => type({ type: "line", id, patch }),
    remove: (id) => {
      const now = current().items;
      const index = now.findIndex((line) => line.id === id);
      const line = now[index];
      if (!line) return;
      const step = flushSync(() => act({ type: "remove", id, emptyId: newId() }));
      const left = current().items;
      focusLine((left[index] ?? left.at(-1))?.id ?? "", "name");
      toast({
        title: `${nameOf(line, index)} removed`,
        action: { label: "Undo", onPress: () => step && undoStep(step) },
      });
    },
    move: (id, by) => moveTo(id, current().items.findIndex((line) => line.id === id) + by),
    duplicate: (id) => {
      const line = current().items.find((other) => other.id === id);
      if (!line) return;
      const copyId = newId();
      const { id: _own, ...copy } = line;
      flushSync(() => act({ type: "add", id: copyId, after: id, line: copy }));
      write(copyId, "name");
    },
    open,
    show,
    fold,
    saveToLibrary,
    next: (id) => {
      const now = current().items;
      const following = now[now.findIndex((line) => line.id === id) + 1];
      if (following) write(following.id, "name");
      else add();
    },
  }));

  const onPaste = (event: ClipboardEvent) => {
    const { target } = event;
    const rows =
      target instanceof HTMLTextAreaElement ? null : pastedRows(event.clipboardData.getData("text/plain"));
    if (rows === null) return;
    event.preventDefault();
    const room = Math.max(0, MOST_LINES - current().items.filter((line) => !isBlank(line)).length);
    const made = rows.slice(0, room).map((row) => ({ ...emptyLine(newId()), ...row }));
    const left = rows.length - made.length;
    const after = target instanceof Element ? target.closest("[data-line]")?.getAttribute("data-line") : null;
    const step =
      made.length > 0
        ? flushSync(() => act({ type: "lines", lines: made, after: after ?? undefined }))
        : null;
    focusLine(made[0]?.id ?? "", "name");
    toast({
      title: made.length === 1 ? "1 line pasted" : `${made.length} lines pasted`,
      description:
        left > 0 ? `${left} left out: a document can have at most ${MOST_LINES} lines.` : undefined,
      action: step ? { label: "Undo", onPress: () => undoStep(step) } : undefined,
    });
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    moveTo(
      String(active.id),
      current().items.findIndex((line) => line.id === over.id),
    );
  };

  return (
    <section aria-labelledby="lines-heading" onPaste={onPaste}>
      <div className="flex items-baseline justify-between">
        <h2 id="lines-heading" className="font-semibold text-base">
          {"Items & Services"}
        </h2>
        <p className="hidden text-quiet text-sm lg:block">Alt + ↑ ↓ moves a line</p>
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={UP_AND_DOWN}
        onDragEnd={onDragEnd}
        accessibility={{ announcements: announcements(lines), screenReaderInstructions: INSTRUCTIONS }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol className="mt-1">
            {lines.map((line, position) => (
              <LineRow
                key={line.id}
                line={line}
                position={position}
                count={lines.length}
                pence={amounts.get(line.id) ?? null}
                errors={lineErrors(line.id)}
                items={items}
                isOpen={
                  !canFold ||
                  openLines.asked.has(line.id) ||
                  isBlank(line) ||
                  lineErrors(line.id) !== NO_ERRORS
                }
                canFold={canFold}
                isAsked={openLines.asked.has(line.id)}
                canBeOptional={canBeOptional}
                hasCis={hasCis}
                choices={choices}
                deeds={deeds}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Button icon={<Plus aria-hidden size={20} strokeWidth={1.75} />} onClick={() => add()} className="mt-2">
        Add line
      </Button>
    </section>
  );
});

const INSTRUCTIONS = {
  draggable:
    "Press space to pick the line up, the arrow keys to move it, space to put it down, Escape to cancel.",
};

function announcements(lines: LineDraft[]): Announcements {
  const place = (id: unknown) => lines.findIndex((line) => line.id === id);
  const name = (id: unknown) => {
    const line = lines[place(id)];
    return line ? nameOf(line, place(id)) : "The line";
  };
  const of = (id: unknown) => `line ${place(id) + 1} of ${lines.length}`;
  return {
    onDragStart: ({ active }) => `${name(active.id)} picked up at ${of(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} would be ${of(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${name(active.id)} put down as ${of(active.id)}.` : undefined),
    onDragCancel: ({ active }) => `${name(active.id)} is back at ${of(active.id)}.`,
  };
}

function nameOf(line: LineDraft, position: number): string {
  return line.name.trim() || `Line ${position + 1}`;
}
