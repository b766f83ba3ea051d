import { Send } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Contact } from "../../entities/contacts/contact";
import type { Item } from "../../entities/items/item";
import type { Profile } from "../../entities/profiles/profile";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { poundsOf } from "../../ui/pence";
import { toast } from "../../ui/toast";
import { useMediaQuery } from "../../ui/useMediaQuery";
import { useStable } from "../../ui/useStable";
import { EinvoiceCheck } from "../einvoice/EinvoiceCheck";
import { wordsOf } from "../kind";
import { DocumentPaper } from "../paper/DocumentPaper";
import { ownPhoto } from "../photos/ownPhoto";
import { DocumentFields } from "./DocumentFields";
import type { Draft, LineDraft } from "./draft/draft";
import { withoutField } from "./draft/errors";
import { EditorHeader } from "./EditorHeader";
import type { Step } from "./history/history";
import { UndoButtons } from "./history/UndoButtons";
import { useUndoKeys } from "./history/useUndoKeys";
import { useOpenLines } from "./lines/useOpenLines";
import { ConflictBar } from "./saving/ConflictBar";
import { SaveStatus } from "./saving/SaveStatus";
import { SaveTrouble } from "./saving/SaveTrouble";
import { SharedBar } from "./saving/SharedBar";
import type { DraftEditor } from "./saving/useDraftEditor";
import type { FigureName } from "./totals/figures";
import { MakeIt } from "./totals/MakeIt";
import { OwnFigures } from "./totals/OwnFigures";
import { TotalAnnounced } from "./totals/TotalAnnounced";
import { TotalsButton, TotalsTable } from "./totals/TotalsPanel";
import type { Reckoning } from "./totals/useReckoning";
import { type SheetOf, useShown } from "./totals/useShown";
import { VariationHead } from "./VariationHead";

interface Props {
  kind: DocumentKind;
  editor: DraftEditor;
  reckoning: Reckoning;
  /** What is shown besides the draft; what the server last said of it: null before it exists there. */
  sheet: SheetOf;
  contacts: Contact[];
  profiles: readonly Profile[];
  /** The name of whoever writes it. */
  ownName: string;
  items: Item[];
  /** What the terms are while the document has none of its own. */
  profileTerms: string;
  onNewContact: (name: string) => void;
  /** Sends a draft; puts the changes of an issued document before its customer. */
  onSend: () => void;
  sendLabel: string;
  /** What is to be known of its way to the customer; null for nothing. */
  note: string | null;
  /** Opens the choice between two versions again. */
  onConflict: () => void;
  saveToLibrary: (line: LineDraft) => void;
}

const NO_WARNINGS: readonly string[] = [];

/** A quote or an invoice, edited as it reads. */
export function DocumentEditor(props: Props) {
  const { kind, editor, sheet, onSend } = props;
  const { stored } = sheet;
  const { draft, current, set } = editor;
  const { totals, good, counted, errors } = props.reckoning;
  const varied = stored?.variationOf ?? draft.varies;
  const words = wordsOf({ kind, variationOf: varied });
  const { gbpOfPence } = useRules();
  const [previewing, setPreviewing] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const keep = useRef(0);
  const total = good ? gbpOfPence(good.totals.of("totalAmount")) : "—";
  const isBehind = totals === null;
  const number = stored?.[words.numberField] ?? null;
  const title = number ? `${words.Name} ${number}` : `${stored ? "Draft" : "New"} ${words.name}`;
  const breakdown = {
    sheet,
    counted,
    isBehind,
    warnings: errors.size > 0 ? withoutField(draft, errors) : NO_WARNINGS,
  };
  const isWide = useMediaQuery("(min-width: 1024px)");
  const isIssued = stored !== null && stored.status !== "draft";
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
  const goOn = useCallback(() => reveal(redo(), "Redone."), [redo, reveal]);
  const takeBack = useCallback((step: Step) => reveal(undoStep(step), "Undone."), [undoStep, reveal]);
  useUndoKeys(root, { undo: goBack, redo: goOn });

  // What is said of the field under the pen is in sight, whatever bar stands below it.
  useEffect(() => {
    const field = errors.size > 0 ? document.activeElement : null;
    if (!field?.matches('[aria-invalid="true"]') || !root.current?.contains(field)) return;
    const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
    for (const id of ids) document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  }, [errors]);

  /** Puts the pen into the first field that is marked; false where none is. */
  const showWrong = () => {
    flushSync(() => setPreviewing(false));
    const field = root.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    bringIntoView(field ?? null);
    return field !== null && field !== undefined;
  };
  const send = useStable(() => {
    if (errors.size === 0 || !showWrong()) onSend();
  });
  const discard = useStable(() => {
    const step = editor.discard();
    if (!step) return;
    toast({
      title: "Changes discarded",
      action: { label: "Undo", onPress: () => takeBack(step) },
    });
  });
  const turn = useStable(() => {
    setPreviewing(!previewing);
    // On a phone it takes the editor's place: it opens at its top, and the editor where it was left.
    keep.current = previewing ? keep.current : window.scrollY;
    const top = previewing ? keep.current : 0;
    if (!isWide) requestAnimationFrame(() => window.scrollTo(0, top));
  });
  const { saver, reach } = editor;
  const { onConflict } = props;
  const saveStatus = useMemo(() => <SaveStatus saver={saver} />, [saver]);
  const buttons = useMemo(
    () => <UndoButtons reach={reach} onUndo={goBack} onRedo={goOn} />,
    [reach, goBack, goOn],
  );
  const question = useMemo(() => asked && <ConflictBar onChoose={onConflict} />, [asked, onConflict]);

  const pounds = (figure: FigureName) => poundsOf(good?.totals.of(figure) ?? 0);
  const makeIt = (
    <>
      <MakeIt
        kind={kind}
        wanted={wanted}
        onWanted={setWanted}
        current={current}
        set={set}
        act={editor.act}
        discount={draft.includeDiscount && draft.discountType === "other" ? draft.discount : ""}
      />
      <OwnFigures
        kind={kind}
        stored={stored}
        draft={counted}
        total={pounds("totalAmount")}
        cis={pounds("cisDeduction")}
        vat={pounds("vatAmount")}
        profileId={draft.businessProfileId}
      />
    </>
  );

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
        saveStatus={saveStatus}
        history={buttons}
        previewing={previewing}
        onPreview={turn}
        onSend={send}
        sendLabel={props.sendLabel}
        back={number && stored ? `${words.path}/${stored.id}` : words.path}
        question={question}
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
          {varied && <VariationHead of={varied} change={good ? pounds("totalAmount") : null} />}
          {isIssued && <SharedBar words={words} save={editor.save} onDiscard={discard} />}
          {props.note && (
            <Banner tone="amber" className="m-3">
              {props.note}
            </Banner>
          )}
          <SaveTrouble save={editor.save} onShow={errors.size > 0 ? showWrong : null} />
          <DocumentFields
            words={words}
            editor={editor}
            reckoning={props.reckoning}
            openLines={openLines}
            takeBack={takeBack}
            contacts={props.contacts}
            profiles={props.profiles}
            ownName={props.ownName}
            items={props.items}
            profileTerms={props.profileTerms}
            onNewContact={props.onNewContact}
            saveToLibrary={props.saveToLibrary}
            contact={sheet.contact}
            einvoice={<EinvoiceCheck stored={stored} />}
          />
        </div>
        {previewing ? (
          <aside
            aria-label="Preview"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on its own, so keys must reach it
            tabIndex={0}
            className="overflow-hidden rounded-lg border border-line lg:sticky lg:top-(--below-header) lg:max-h-[calc(100dvh-var(--below-header)-1rem)] lg:overflow-y-auto"
          >
            <Preview sheet={sheet} draft={good?.draft ?? null} />
          </aside>
        ) : (
          isWide && <TotalsAside {...breakdown}>{makeIt}</TotalsAside>
        )}
      </div>
      <div
        data-bottom-bar="editor"
        className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-3 border-line border-t bg-paper px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:hidden"
      >
        <TotalsButton total={total} {...breakdown}>
          {makeIt}
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
  children,
  ...breakdown
}: ComponentProps<typeof TotalsTable> & { children: ReactNode }) {
  return (
    <aside
      aria-label="Totals"
      className="rounded-lg border border-line bg-paper p-5 lg:sticky lg:top-(--below-header)"
    >
      <h2 className="mb-3 font-semibold text-base">Totals</h2>
      <TotalsTable {...breakdown} />
      {children}
    </aside>
  );
}

/** The sheet as its customer will see it, behind the typing. */
const Preview = memo(function Preview({ sheet, draft }: { sheet: SheetOf; draft: Draft | null }) {
  const shown = useShown(sheet, draft);
  return shown ? (
    <DocumentPaper document={shown} photoAddress={ownPhoto} />
  ) : (
    <p className="p-6 text-quiet">The preview appears again once the fields in red are fixed.</p>
  );
});
