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
import { newId } from "../../../api/ids";
import type { Item } from "../../../entities/items/item";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import { type Draft, isBlank, type LineDraft } from "../draft/draft";
import type { FieldErrors } from "../draft/errors";
import { havePhotos } from "../draft/photos";
import type { Action } from "../draft/reducer";
import { bySection, inSections, type LinePlace, placeIn, sectionOf, stepped } from "../draft/sections";
import type { Step } from "../history/history";
import type { Photos } from "../photos/usePhotos";
import { announcements, INSTRUCTIONS, nameOf, sectionName } from "./announcements";
import { choosePictures, LinePictures } from "./LinePictures";
import { LineRow } from "./LineRow";
import type { LineDeeds } from "./lineField";
import { AddToSection } from "./sections/AddToSection";
import { CustomerSees } from "./sections/CustomerSees";
import { SectionDialog } from "./sections/SectionDialog";
import { SectionHeading } from "./sections/SectionHeading";
import { droppedOn } from "./sections/sectionIds";
import { AddSection, useSections } from "./sections/useSections";
import type { TypedFigures } from "./typedFigures";
import { NO_ERRORS, useLineErrors } from "./useLineErrors";
import { useLinePhotos } from "./useLinePhotos";
import { focusLine, type OpenLines } from "./useOpenLines";
import { usePasting } from "./usePasting";

interface Props {
  lines: LineDraft[];
  typed: TypedFigures;
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
  /** The percentage of VAT that the document charges, where its prices include VAT; null: they are without it. */
  vatInPrices: string | null;
  choices: readonly Choice[];
  sections: Section[];
  /** What each comes to, in pence. */
  sectionTotals: ReadonlyMap<string, number>;
  /** Which prices the customer sees; null where they see each line's, always. */
  priceDisplay: PriceDisplay | null;
  /** Those of all lines and of the job; null where there are none to be had. */
  photos: readonly Photo[] | null;
  photoDeeds: Photos;
  saveToLibrary: (line: LineDraft) => void;
}

/** So many lines are all open; of more only those that are asked for. */
const FEW = 6;

// Made once: another object would have every line render again at each keystroke.
const UP_AND_DOWN: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];
const BY_POINTER = { activationConstraint: { distance: 4 } };
const BY_KEY = { coordinateGetter: sortableKeyboardCoordinates };

/** 'Items & Services': the lines, each edited in place, moved by hand or by key. */
export const LinesSection = memo(function LinesSection(props: Props) {
  const { lines, typed, current, act, type, undoStep, openLines, errors, amounts, items, saveToLibrary } =
    props;
  const {
    canBeOptional,
    hasCis,
    vatInPrices,
    choices,
    sections,
    sectionTotals,
    priceDisplay,
    photos,
    photoDeeds,
  } = props;
  const [said, setSaid] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEY));
  const lineErrors = useLineErrors(lines, errors);
  const figures = useSyncExternalStore(typed.subscribe, typed.snapshot);
  const groups = useMemo(() => bySection(lines, sections), [lines, sections]);
  const shown = useMemo(() => groups.flatMap((group) => group.lines), [groups]);
  const order = shown.map((line) => line.id).join("\n");
  const ids = useMemo(() => order.split("\n"), [order]);
  const { write, open, show, fold } = openLines;
  const canFold = lines.length > FEW;
  const linePhotos = useLinePhotos(lines, photos, photoDeeds);

  const asShown = () => inSections(current().items, current().sections);
  const add = (after?: string, section: string | null = null) => {
    const id = newId();
    flushSync(() => act({ type: "add", id, after, line: { section } }));
    write(id, "name");
  };
  const addTo = (section: string | null) =>
    add(asShown().findLast((line) => sectionOf(line, current().sections) === section)?.id, section);
  const sectionDeeds = useSections({ current, act, type, undoStep, addTo });
  const moveTo = (id: string, { to, section }: LinePlace) => {
    const now = asShown();
    const line = now.find((other) => other.id === id);
    if (!line || to < 0 || to >= now.length) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    flushSync(() => act({ type: "move", id, to, section }));
    focused?.focus();
    const { sections } = current();
    const within = sections.length > 0 ? `, in ${sectionName(sections, section)}` : "";
    setSaid(`${nameOf(line, to)} is now line ${to + 1} of ${now.length}${within}.`);
  };
  /** The line that is to go into a section. */
  const [moving, setMoving] = useState<LineDraft | null>(null);
  // Made once: the lines are memoised, and a stable set of deeds keeps the untouched ones still.
  const [deeds] = useState<LineDeeds>(() => ({
    change: (id, patch) => act({ type: "line", id, patch }),
    type: (id, patch) => type({ type: "line", id, patch }),
    keepTyped: typed.put,
    remove: (id) => {
      const now = asShown();
      const index = now.findIndex((line) => line.id === id);
      const line = now[index];
      if (!line) return;
      const step = flushSync(() => act({ type: "remove", id, emptyId: newId() }));
      const left = asShown();
      focusLine((left[index] ?? left.at(-1))?.id ?? "", "name");
      toast({
        title: `${nameOf(line, index)} removed`,
        action: { label: "Undo", onPress: () => step && undoStep(step) },
      });
    },
    move: (id, by) => {
      const place = stepped(current().items, current().sections, id, by);
      if (place) moveTo(id, place);
    },
    addPhotos: choosePictures,
    toSection: (id) => setMoving(current().items.find((line) => line.id === id) ?? null),
    duplicate: (id) => {
      const line = current().items.find((other) => other.id === id);
      if (!line) return;
      const copyId = newId();
      const { id: _own, ...copy } = line;
      flushSync(() => act({ type: "add", id: copyId, after: id, line: copy }));
      write(copyId, "name");
      if (!havePhotos(current(), [line])) return;
      toast({
        title: "The photos weren’t copied",
        description: "A quote shows each photo only once. Add other photos to the new line.",
      });
    },
    open,
    show,
    fold,
    saveToLibrary,
    next: (id) => {
      const now = asShown();
      const at = now.findIndex((line) => line.id === id);
      const following = now[at + 1];
      if (following) write(following.id, "name");
      else add(id, now[at]?.section);
    },
  }));

  const onPaste = usePasting({ current, act, undoStep });
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    const id = String(active.id);
    const { items, sections } = current();
    const section = droppedOn(String(over.id));
    if (section !== null) return moveTo(id, placeIn(items, sections, id, section, "first"));
    const now = asShown();
    const to = now.findIndex((line) => line.id === over.id);
    const line = now[to];
    if (line) moveTo(id, { to, section: sectionOf(line, sections) });
  };
  const places = new Map(shown.map((line, at) => [line.id, at]));
  const rowOf = (line: LineDraft) => (
    <LineRow
      key={line.id}
      line={line}
      position={places.get(line.id) ?? 0}
      count={shown.length}
      pence={amounts.get(line.id) ?? null}
      errors={lineErrors(line.id)}
      typed={figures.get(line.id)}
      items={items}
      isOpen={!canFold || openLines.asked.has(line.id) || isBlank(line) || lineErrors(line.id) !== NO_ERRORS}
      canFold={canFold}
      isAsked={openLines.asked.has(line.id)}
      canBeOptional={canBeOptional}
      hasCis={hasCis}
      vatInPrices={vatInPrices}
      choices={choices}
      photos={linePhotos(line.id)}
      sections={sections}
      deeds={deeds}
    />
  );
  // One list, so that a line that goes into another section keeps its fields, and the pen in them.
  const rows = groups.flatMap(({ section, lines: own }, at) => [
    ...(section
      ? [
          <SectionHeading
            key={`section ${section.id}`}
            section={section}
            position={at - 1}
            count={sections.length}
            pence={sectionTotals.get(section.id) ?? null}
            deeds={sectionDeeds}
          />,
        ]
      : []),
    ...own.map(rowOf),
    ...(sections.length > 0 && (section || own.length > 0)
      ? [
          <AddToSection
            key={`add ${section?.id ?? ""}`}
            name={section && sectionName(sections, section.id)}
            isEmpty={own.length === 0}
            onAdd={() => addTo(section?.id ?? null)}
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
          {/* Above the amounts, whose heading it is. */}
          {vatInPrices !== null && <span className="font-medium text-ink">inc. VAT</span>}
        </p>
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={UP_AND_DOWN}
        onDragEnd={onDragEnd}
        accessibility={{
          announcements: announcements(shown, sections),
          screenReaderInstructions: INSTRUCTIONS,
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol className="mt-1">{rows}</ol>
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {sections.length === 0 && (
          <Button icon={<Plus aria-hidden size={20} strokeWidth={1.75} />} onClick={() => add()}>
            Add line
          </Button>
        )}
        <AddSection count={sections.length} onAdd={sectionDeeds.addSection} />
        {priceDisplay !== null && (
          <CustomerSees
            value={priceDisplay}
            onValueChange={(display) => act({ type: "set", patch: { priceDisplay: display } })}
            isAsked={sections.length > 0}
          />
        )}
      </div>
      {photos !== null && <LinePictures add={photoDeeds.deeds.add} />}
      <SectionDialog
        title={moving && nameOf(moving, places.get(moving.id) ?? 0)}
        sections={sections}
        current={moving && sectionOf(moving, sections)}
        onClose={() => setMoving(null)}
        onChoose={(section) => {
          if (moving) moveTo(moving.id, placeIn(current().items, sections, moving.id, section, "last"));
          setMoving(null);
        }}
      />
    </section>
  );
});
