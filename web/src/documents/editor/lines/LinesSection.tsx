import {
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
import { memo, useMemo, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { Choice } from "../../../api/generated/Choice";
import type { Photo } from "../../../api/generated/Photo";
import type { PriceDisplay } from "../../../api/generated/PriceDisplay";
import type { Section } from "../../../api/generated/Section";
import { newId } from "../../../api/requests";
import type { Item } from "../../../entities/items/item";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import { type DocumentDraft, isBlankLine, type LineDraft } from "../draft/draft";
import type { FieldErrors } from "../draft/fieldErrors";
import { hasLinePhotos } from "../draft/photos";
import type { DraftAction } from "../draft/reducer";
import {
  findPositionInSection,
  findStepPosition,
  getLineSection,
  groupBySection,
  type LinePosition,
  sortBySection,
} from "../draft/sections";
import type { HistoryStep } from "../history/draftHistory";
import { getPhotoLimitMessage, type PhotoActions, type PhotosState } from "../photos/usePhotos";
import {
  createAnnouncements,
  DRAG_INSTRUCTIONS,
  getLineName,
  getSectionName,
  parseSectionDropId,
} from "./dragAnnouncements";
import { EditableLineRow } from "./EditableLineRow";
import type { LineActions, LinePhotos } from "./lineTypes";
import type { TypedLineValuesStore } from "./markUp";
import { PriceDisplayPicker } from "./PriceDisplayPicker";
import { usePasteHandler } from "./pastedRows";
import {
  AddLineToSectionButton,
  AddSectionButton,
  MoveToSectionDialog,
  SectionHeading,
  useSectionActions,
} from "./SectionHeading";
import { focusLine, type OpenLines } from "./useOpenLines";

const PHOTO_INPUT_ID = "line-pictures";

/** Opens the file picker for photos of a line, using the input below. */
export function openLinePhotoPicker(line: string): void {
  const input = document.getElementById(PHOTO_INPUT_ID);
  if (!(input instanceof HTMLInputElement)) return;
  input.dataset.line = line;
  input.click();
}

/** The file input for photos of any line. */
export function LinePhotoInput({ add }: Pick<PhotoActions, "add">) {
  return (
    <input
      id={PHOTO_INPUT_ID}
      type="file"
      accept="image/*"
      multiple
      aria-label="Photos of the line"
      className="sr-only"
      tabIndex={-1}
      onChange={({ currentTarget: input }) => {
        add([...(input.files ?? [])], input.dataset.line ?? null);
        // Lets the same picture be chosen again.
        input.value = "";
      }}
    />
  );
}

/** The errors of a line that has none. */
export const NO_ERRORS: Readonly<Record<string, string>> = {};

const NO_LINE_ERRORS: ReadonlyMap<string, Record<string, string>> = new Map();

/** Each line's errors; lines without errors share one object, so that they don't render again. */
export function useLineErrors(
  lines: readonly LineDraft[],
  errors: FieldErrors,
): (id: string) => Readonly<Record<string, string>> {
  const byLine = useMemo(() => {
    if (errors.size === 0) return NO_LINE_ERRORS;
    const ids = new Set(lines.map((line) => line.id));
    const errorsByLine = new Map<string, Record<string, string>>();
    for (const [field, msg] of errors) {
      const dot = field.indexOf(".");
      const id = field.slice(0, dot);
      if (dot < 0 || !ids.has(id)) continue;
      errorsByLine.set(id, { ...errorsByLine.get(id), [field.slice(dot + 1)]: msg });
    }
    return errorsByLine;
  }, [lines, errors]);
  return (id) => byLine.get(id) ?? NO_ERRORS;
}

/** Each line's photos; lines without photos share one object, so that they don't render again. */
export function useLinePhotos(
  lines: readonly LineDraft[],
  photos: readonly Photo[] | null,
  { pendingCounts, notices, actions }: PhotosState,
): (id: string) => LinePhotos | null {
  const order = lines.map(({ id }) => id).join("\n");
  const { byLine, none } = useMemo(() => {
    const byLine = new Map<string, LinePhotos>();
    for (const id of order.split("\n")) {
      const list = photos?.filter(({ line }) => line === id) ?? [];
      const pendingCount = pendingCounts.get(id) ?? 0;
      const notice = notices.get(id);
      if (list.length === 0 && pendingCount === 0 && !notice) continue;
      byLine.set(id, {
        list,
        pendingCount: pendingCount,
        notice,
        limitMessage: getPhotoLimitMessage(photos ?? [], id),
        actions,
      });
    }
    const limitMessage = getPhotoLimitMessage(photos ?? [], "");
    return { byLine, none: { list: [], pendingCount: 0, notice: undefined, limitMessage, actions } };
  }, [order, photos, pendingCounts, notices, actions]);
  return (id) => (photos === null ? null : (byLine.get(id) ?? none));
}

interface LinesSectionProps {
  lines: LineDraft[];
  typedValues: TypedLineValuesStore;
  /** Returns the current draft, even if a render contains several changes. */
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => HistoryStep | null;
  /** The same for typed text: see `DraftEditor`. */
  dispatchTyping: (action: DraftAction) => void;
  undoStep: (step: HistoryStep) => void;
  openLines: OpenLines;
  errors: FieldErrors;
  /** The total of each line, in pence. */
  amounts: ReadonlyMap<string, number>;
  items: Item[];
  canBeOptional: boolean;
  hasCis: boolean;
  /** The percentage of VAT that the document charges, if its prices include VAT; null if they don't. */
  includedVatRate: string | null;
  choices: readonly Choice[];
  sections: Section[];
  /** The total of each section, in pence. */
  sectionTotals: ReadonlyMap<string, number>;
  /** Which prices the customer sees; null if they always see each line's. */
  priceDisplay: PriceDisplay | null;
  /** The photos of the lines and the job; null if the document can't have any. */
  photos: readonly Photo[] | null;
  photosState: PhotosState;
  saveToLibrary: (line: LineDraft) => void;
}

/** Up to this number, all lines are open; with more, only those the user opens. */
const MAX_LINES_ALL_OPEN = 6;

// Created once: another object would render every line again at each keystroke.
const VERTICAL_ONLY: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];
const POINTER_OPTIONS = { activationConstraint: { distance: 4 } };
const KEYBOARD_OPTIONS = { coordinateGetter: sortableKeyboardCoordinates };

/** 'Items & Services': the lines, each edited in place and moved by dragging or with keys. */
export const LinesSection = memo(function LinesSection(props: LinesSectionProps) {
  const {
    lines,
    typedValues,
    getDraft,
    dispatch,
    dispatchTyping,
    undoStep,
    openLines,
    errors,
    amounts,
    items,
    saveToLibrary,
  } = props;
  const {
    canBeOptional,
    hasCis,
    includedVatRate,
    choices,
    sections,
    sectionTotals,
    priceDisplay,
    photos,
    photosState,
  } = props;
  const [announcement, setAnnouncement] = useState("");
  const sensors = useSensors(
    useSensor(PointerSensor, POINTER_OPTIONS),
    useSensor(KeyboardSensor, KEYBOARD_OPTIONS),
  );
  const getLineErrors = useLineErrors(lines, errors);
  const typedByLine = useSyncExternalStore(typedValues.subscribe, typedValues.snapshot);
  const groups = useMemo(() => groupBySection(lines, sections), [lines, sections]);
  const displayedLines = useMemo(() => groups.flatMap((group) => group.lines), [groups]);
  const order = displayedLines.map((line) => line.id).join("\n");
  const ids = useMemo(() => order.split("\n"), [order]);
  const { openOnly, open, openField, collapse } = openLines;
  const canFold = lines.length > MAX_LINES_ALL_OPEN;
  const getLinePhotos = useLinePhotos(lines, photos, photosState);

  const getDisplayedLines = () => sortBySection(getDraft().items, getDraft().sections);
  const addLine = (after?: string, section: string | null = null) => {
    const id = newId();
    flushSync(() => dispatch({ type: "add", id, after, line: { section } }));
    openOnly(id, "name");
  };
  const addLineToSection = (section: string | null) =>
    addLine(
      getDisplayedLines().findLast((line) => getLineSection(line, getDraft().sections) === section)?.id,
      section,
    );
  const sectionActions = useSectionActions({
    getDraft,
    dispatch,
    dispatchTyping,
    undoStep,
    addLineToSection,
  });
  const moveLineTo = (id: string, { to, section }: LinePosition) => {
    const now = getDisplayedLines();
    const line = now.find((other) => other.id === id);
    if (!line || to < 0 || to >= now.length) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    flushSync(() => dispatch({ type: "move", id, to, section }));
    focused?.focus();
    const { sections } = getDraft();
    const sectionText = sections.length > 0 ? `, in ${getSectionName(sections, section)}` : "";
    setAnnouncement(`${getLineName(line, to)} is now line ${to + 1} of ${now.length}${sectionText}.`);
  };
  /** The line to be moved into a section. */
  const [movingLine, setMovingLine] = useState<LineDraft | null>(null);
  // Created once: the lines are memoised, and stable actions prevent unchanged ones from rendering.
  const [actions] = useState<LineActions>(() => ({
    change: (id, patch) => dispatch({ type: "line", id, patch }),
    typeInto: (id, patch) => dispatchTyping({ type: "line", id, patch }),
    storeTypedValues: typedValues.storeValues,
    remove: (id) => {
      const now = getDisplayedLines();
      const index = now.findIndex((line) => line.id === id);
      const line = now[index];
      if (!line) return;
      const step = flushSync(() => dispatch({ type: "remove", id, emptyId: newId() }));
      const remainingLines = getDisplayedLines();
      focusLine((remainingLines[index] ?? remainingLines.at(-1))?.id ?? "", "name");
      toast({
        title: `${getLineName(line, index)} removed`,
        action: { label: "Undo", onPress: () => step && undoStep(step) },
      });
    },
    move: (id, by) => {
      const position = findStepPosition(getDraft().items, getDraft().sections, id, by);
      if (position) moveLineTo(id, position);
    },
    addPhotos: openLinePhotoPicker,
    chooseSection: (id) => setMovingLine(getDraft().items.find((line) => line.id === id) ?? null),
    duplicate: (id) => {
      const line = getDraft().items.find((other) => other.id === id);
      if (!line) return;
      const copyId = newId();
      const { id: _own, ...copy } = line;
      flushSync(() => dispatch({ type: "add", id: copyId, after: id, line: copy }));
      openOnly(copyId, "name");
      if (!hasLinePhotos(getDraft(), [line])) return;
      toast({
        title: "The photos weren’t copied",
        description: "A quote shows each photo only once. Add other photos to the new line.",
      });
    },
    open,
    openField,
    collapse,
    saveToLibrary,
    goToNextLine: (id) => {
      const now = getDisplayedLines();
      const at = now.findIndex((line) => line.id === id);
      const following = now[at + 1];
      if (following) openOnly(following.id, "name");
      else addLine(id, now[at]?.section);
    },
  }));

  const onPaste = usePasteHandler({ getDraft, dispatch, undoStep });
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    const id = String(active.id);
    const { items, sections } = getDraft();
    const section = parseSectionDropId(String(over.id));
    if (section !== null) return moveLineTo(id, findPositionInSection(items, sections, id, section, "first"));
    const now = getDisplayedLines();
    const to = now.findIndex((line) => line.id === over.id);
    const line = now[to];
    if (line) moveLineTo(id, { to, section: getLineSection(line, sections) });
  };
  const positions = new Map(displayedLines.map((line, at) => [line.id, at]));
  const renderRow = (line: LineDraft) => (
    <EditableLineRow
      key={line.id}
      line={line}
      position={positions.get(line.id) ?? 0}
      count={displayedLines.length}
      pence={amounts.get(line.id) ?? null}
      errors={getLineErrors(line.id)}
      typedValues={typedByLine.get(line.id)}
      items={items}
      isOpen={
        !canFold ||
        openLines.openedIds.has(line.id) ||
        isBlankLine(line) ||
        getLineErrors(line.id) !== NO_ERRORS
      }
      canCollapse={canFold}
      isActive={openLines.openedIds.has(line.id)}
      canBeOptional={canBeOptional}
      hasCis={hasCis}
      includedVatRate={includedVatRate}
      choices={choices}
      photos={getLinePhotos(line.id)}
      sections={sections}
      actions={actions}
    />
  );
  // A single list, so that a line moved into another section keeps its fields and the focus in them.
  const rows = groups.flatMap(({ section, lines: sectionLines }, at) => [
    ...(section
      ? [
          <SectionHeading
            key={`section ${section.id}`}
            section={section}
            position={at - 1}
            count={sections.length}
            pence={sectionTotals.get(section.id) ?? null}
            actions={sectionActions}
          />,
        ]
      : []),
    ...sectionLines.map(renderRow),
    ...(sections.length > 0 && (section || sectionLines.length > 0)
      ? [
          <AddLineToSectionButton
            key={`add ${section?.id ?? ""}`}
            name={section && getSectionName(sections, section.id)}
            isEmpty={sectionLines.length === 0}
            onAdd={() => addLineToSection(section?.id ?? null)}
          />,
        ]
      : []),
  ]);

  return (
    <section aria-labelledby="lines-heading" onPaste={onPaste}>
      <div className="flex items-baseline justify-between">
        <h2 id="lines-heading" className="font-semibold text-base">
          {"Items & Services"}
        </h2>
        <p className="flex items-baseline gap-4 text-quiet text-sm">
          <span className="hidden lg:inline">Alt + ↑ ↓ moves a line</span>
          {/* Above the amounts, as their heading. */}
          {includedVatRate !== null && <span className="font-medium text-ink">inc. VAT</span>}
        </p>
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={VERTICAL_ONLY}
        onDragEnd={onDragEnd}
        accessibility={{
          announcements: createAnnouncements(displayedLines, sections),
          screenReaderInstructions: DRAG_INSTRUCTIONS,
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol className="mt-1">{rows}</ol>
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {sections.length === 0 && (
          <Button icon={<Plus aria-hidden size={20} strokeWidth={1.75} />} onClick={() => addLine()}>
            Add line
          </Button>
        )}
        <AddSectionButton count={sections.length} onAdd={sectionActions.addSection} />
        {priceDisplay !== null && (
          <PriceDisplayPicker
            value={priceDisplay}
            onValueChange={(display) => dispatch({ type: "set", patch: { priceDisplay: display } })}
            isAlwaysOpen={sections.length > 0}
          />
        )}
      </div>
      {photos !== null && <LinePhotoInput add={photosState.actions.add} />}
      <MoveToSectionDialog
        title={movingLine && getLineName(movingLine, positions.get(movingLine.id) ?? 0)}
        sections={sections}
        currentSection={movingLine && getLineSection(movingLine, sections)}
        onClose={() => setMovingLine(null)}
        onChoose={(section) => {
          if (movingLine)
            moveLineTo(
              movingLine.id,
              findPositionInSection(getDraft().items, sections, movingLine.id, section, "last"),
            );
          setMovingLine(null);
        }}
      />
    </section>
  );
});
