import { Send } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Kind } from "../../api/generated/Kind";
import type { TotalRow } from "../../api/generated/TotalRow";
import type { Contact } from "../../entities/contacts/contact";
import type { Item } from "../../entities/items/item";
import type { Profile } from "../../entities/profiles/profile";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { TextArea } from "../../ui/TextField";
import { KINDS } from "../kind";
import { DocumentPaper } from "../paper/DocumentPaper";
import type { Customer, StoredDocument } from "../types";
import { type Draft, type LineDraft, writtenLines } from "./draft/draft";
import { withoutField } from "./draft/errors";
import { EditorHeader } from "./EditorHeader";
import type { Step } from "./history/history";
import { UndoButtons } from "./history/UndoButtons";
import { useUndoKeys } from "./history/useUndoKeys";
import { LinesSection } from "./lines/LinesSection";
import { useOpenLines } from "./lines/useOpenLines";
import { PartiesSection } from "./parties/PartiesSection";
import { ConflictBar } from "./saving/ConflictBar";
import { SaveStatus } from "./saving/SaveStatus";
import { SaveTrouble } from "./saving/SaveTrouble";
import type { DraftEditor } from "./saving/useDraftEditor";
import { Extras } from "./totals/Extras";
import { MakeIt } from "./totals/MakeIt";
import { TotalAnnounced } from "./totals/TotalAnnounced";
import { TotalsButton, TotalsTable } from "./totals/TotalsPanel";
import type { Reckoning } from "./totals/useReckoning";
import { VatFields } from "./totals/VatFields";

interface Props {
  kind: Kind;
  editor: DraftEditor;
  reckoning: Reckoning;
  /** What the server last said of it; null before it exists there. */
  stored: StoredDocument | null;
  contacts: Contact[];
  profiles: readonly Profile[];
  items: Item[];
  /** What the terms are while the document has none of its own. */
  profileTerms: string;
  onNewContact: (name: string) => void;
  /** Sends a draft; puts the changes of an issued document before its customer. */
  onSend: () => void;
  sendLabel: string;
  /** Opens the choice between two versions again. */
  onConflict: () => void;
  saveToLibrary: (line: LineDraft) => void;
  contact: Customer | null;
}

/** A quote or an invoice, edited as it reads. */
export function DocumentEditor(props: Props) {
  const { kind, editor, stored, contacts, items, onSend } = props;
  const { draft, act, current } = editor;
  const { totals, good, errors, shown } = props.reckoning;
  const words = KINDS[kind];
  const { gbpOfPence } = useRules();
  const [previewing, setPreviewing] = useState(false);
  const keep = useRef(0);
  const set = (patch: Partial<Omit<Draft, "items">>) => act({ type: "set", patch });
  const rows = shown?.totals ?? null;
  const amounts = new Map(
    good ? writtenLines(good.draft).map(({ id }, at) => [id, gbpOfPence(good.totals.lineTotal(at))]) : [],
  );
  const total = good ? gbpOfPence(good.totals.of("totalAmount")) : "—";
  const isBehind = totals === null;
  const number = stored?.[words.numberField] ?? null;
  const title = number ? `${words.Name} ${number}` : `${stored ? "Draft" : "New"} ${words.name}`;
  const warnings = withoutField(draft, errors);
  const asked = editor.save.kind === "conflict";

  const root = useRef<HTMLDivElement>(null);
  const openLines = useOpenLines();
  const [said, setSaid] = useState("");
  const { undo, redo, undoStep } = editor;
  const { show } = openLines;
  /** Shows the field that an undo changed. */
  const reveal = useCallback(
    (place: string | null, words: string) => {
      setSaid(words);
      const line = current().items.find(({ id }) => place?.startsWith(`${id}.`));
      if (line && place) show(line.id, place.slice(line.id.length + 1));
      else if (place) document.getElementById(place)?.focus();
      bringIntoView(document.activeElement);
    },
    [current, show],
  );
  const goBack = useCallback(() => reveal(undo(), "Undone."), [undo, reveal]);
  const goOn = useCallback(() => reveal(redo(), "Done again."), [redo, reveal]);
  const takeBack = useCallback((step: Step) => reveal(undoStep(step), "Undone."), [undoStep, reveal]);
  useUndoKeys(root, { undo: goBack, redo: goOn });

  /** Puts the pen into the first field that is marked; false where none is. */
  const showWrong = () => {
    flushSync(() => setPreviewing(false));
    const field = root.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    bringIntoView(field ?? null);
    return field !== null && field !== undefined;
  };
  const send = () => {
    if (errors.size === 0 || !showWrong()) onSend();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the fields within
    <div
      ref={root}
      onKeyDown={onKeyDown}
      onBlur={editor.lift}
      className={cx("flex min-h-dvh flex-col", asked ? "[--below-header:8.75rem]" : "[--below-header:5rem]")}
    >
      <title>{`${title} · Plumbline`}</title>
      <EditorHeader
        words={words}
        title={title}
        status={number && stored ? stored.displayStatus : null}
        saveStatus={<SaveStatus state={editor.save} />}
        history={<UndoButtons reach={editor.reach} onUndo={goBack} onRedo={goOn} />}
        previewing={previewing}
        onPreview={() => {
          setPreviewing(!previewing);
          // On a phone it takes the editor's place: it opens at its top, and the editor where it was left.
          keep.current = previewing ? keep.current : window.scrollY;
          const top = previewing ? keep.current : 0;
          if (!matchMedia("(min-width: 1024px)").matches)
            requestAnimationFrame(() => window.scrollTo(0, top));
        }}
        onSend={send}
        sendLabel={props.sendLabel}
        back={number && stored ? `${words.path}/${stored.id}` : words.path}
        question={asked && <ConflictBar onChoose={props.onConflict} />}
      />
      <div
        className={cx(
          "mx-auto grid w-full max-w-[90rem] flex-1 grid-cols-[minmax(0,1fr)] items-start gap-6 px-3 py-4 md:px-6 md:py-6",
          previewing ? "lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]" : "lg:grid-cols-[minmax(0,1fr)_17rem]",
        )}
      >
        <div
          className={cx("@container rounded-lg border border-line bg-paper", previewing && "hidden lg:block")}
        >
          <SaveTrouble save={editor.save} onShow={errors.size > 0 ? showWrong : null} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-7 p-4 @xl:p-6">
            <PartiesSection
              words={words}
              draft={draft}
              set={set}
              errors={errors}
              contacts={contacts}
              chosen={props.contact}
              profiles={props.profiles}
              onNewContact={props.onNewContact}
            />
            <TextArea
              id="jobDescription"
              label="Job description"
              optional
              placeholder="What the job is, in a sentence or two"
              rows={3}
              value={draft.jobDescription}
              onChange={(event) => set({ jobDescription: event.target.value })}
              error={errors.get("jobDescription")}
            />
            <LinesSection
              lines={draft.items}
              current={current}
              act={act}
              undoStep={takeBack}
              openLines={openLines}
              errors={errors}
              amounts={amounts}
              items={items}
              canBeOptional={words.isDecided}
              hasCis={draft.cisRate !== null}
              choices={draft.choices}
              saveToLibrary={props.saveToLibrary}
            />
            <Extras
              draft={draft}
              totals={good?.totals ?? null}
              errors={errors}
              set={set}
              act={act}
              canOfferChoices={words.isDecided}
            />
            <VatFields
              treatment={draft.vatTreatment}
              onTreatment={(vatTreatment) => set({ vatTreatment })}
              rate={draft.tax}
              onRate={(tax) => set({ tax })}
              error={errors.get("tax")}
            />
            <TextArea
              id="notes"
              label="Notes"
              optional
              rows={2}
              placeholder="Anything the customer should know"
              value={draft.notes}
              onChange={(event) => set({ notes: event.target.value })}
              error={errors.get("notes")}
            />
            <TextArea
              id="terms"
              label="Terms & Conditions"
              optional
              rows={3}
              help="One line per paragraph. They start as your business profile’s."
              value={draft.terms ?? props.profileTerms}
              onChange={(event) =>
                set({ terms: event.target.value === props.profileTerms ? null : event.target.value })
              }
              error={errors.get("terms")}
            />
          </div>
        </div>
        {previewing ? (
          <aside
            aria-label="Preview"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on its own, so keys must reach it
            tabIndex={0}
            className="overflow-hidden rounded-lg border border-line lg:sticky lg:top-(--below-header) lg:max-h-[calc(100dvh-var(--below-header)-1rem)] lg:overflow-y-auto"
          >
            {shown ? (
              <DocumentPaper document={shown} />
            ) : (
              <p className="p-6 text-quiet">The preview appears again once the marked fields are mended.</p>
            )}
          </aside>
        ) : (
          <TotalsAside rows={rows} isBehind={isBehind} warnings={warnings}>
            <MakeIt kind={kind} draft={draft} set={set} />
          </TotalsAside>
        )}
      </div>
      <div
        data-bottom-bar="editor"
        className="sticky bottom-0 z-20 flex items-center gap-3 border-line border-t bg-paper px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:hidden"
      >
        <TotalsButton total={total} rows={rows} isBehind={isBehind} warnings={warnings}>
          <MakeIt kind={kind} draft={draft} set={set} />
        </TotalsButton>
        <Button
          variant="accent"
          onClick={send}
          icon={<Send aria-hidden size={18} strokeWidth={1.75} />}
          className="md:hidden"
        >
          {props.sendLabel}
        </Button>
      </div>
      <TotalAnnounced total={total} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Scrolls to an element that the bars at the top and the bottom hide, or that is out of sight. */
function bringIntoView(element: Element | null): void {
  if (!element || element === document.body) return;
  const { top, bottom } = element.getBoundingClientRect();
  const bars = 96;
  if (top < bars || bottom > window.innerHeight - bars) element.scrollIntoView({ block: "center" });
}

function TotalsAside({
  rows,
  isBehind,
  warnings,
  children,
}: {
  rows: TotalRow[] | null;
  isBehind: boolean;
  warnings: string[];
  children: ReactNode;
}) {
  return (
    <aside
      aria-label="Totals"
      className="hidden rounded-lg border border-line bg-paper p-5 lg:sticky lg:top-(--below-header) lg:block"
    >
      <h2 className="mb-3 font-semibold text-base">Totals</h2>
      <TotalsTable rows={rows} isBehind={isBehind} warnings={warnings} />
      {children}
    </aside>
  );
}
