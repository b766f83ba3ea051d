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
import { formatPence } from "../../ui/amounts";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { VERY_WIDE } from "../../ui/device";
import { useStableCallback } from "../../ui/hooks";
import { toast } from "../../ui/toast";
import { useMediaQuery } from "../../ui/useMediaQuery";
import { EinvoiceCheckSection } from "../einvoice/EinvoiceCheckSection";
import { getKindInfo } from "../kind";
import { getOwnPhotoUrl } from "../photos/getOwnPhotoUrl";
import { PrintableDocument } from "../printable/PrintableDocument";
import { DocumentForm } from "./DocumentForm";
import type { DocumentDraft, LineDraft } from "./draft/draft";
import { getErrorsWithoutField } from "./draft/fieldErrors";
import { EditorHeader, VariationHeader } from "./EditorHeader";
import type { HistoryStep } from "./history/draftHistory";
import { UndoButtons, useUndoKeys } from "./history/UndoButtons";
import { useOpenLines } from "./lines/useOpenLines";
import {
  ConflictBar,
  DraftSaveStatus,
  SaveProblemBanner,
  UnsharedChangesBar,
} from "./saving/DraftSaveStatus";
import type { DraftEditor } from "./saving/useDraftEditor";
import { TargetTotalForm } from "./totals/TargetTotalForm";
import { TotalAnnouncement } from "./totals/TotalAnnouncement";
import { BusinessFigures, TotalsButton, TotalsTable } from "./totals/TotalsPanel";
import type { DraftCalculation } from "./totals/useDraftCalculation";
import { type DocumentContext, usePresentation } from "./totals/usePresentation";
import type { TotalsField } from "./totals/wasmDraft";

interface DocumentEditorProps {
  kind: DocumentKind;
  editor: DraftEditor;
  calculation: DraftCalculation;
  /**
   * What the preview displays besides the draft, including the last version from the server: null before the
   * document exists there.
   */
  documentContext: DocumentContext;
  contacts: Contact[];
  profiles: readonly Profile[];
  /** The name of the user. */
  ownName: string;
  items: Item[];
  /** The terms that apply if the document has no terms of its own. */
  profileTerms: string;
  onNewContact: (name: string) => void;
  /** Sends a draft, or shares the changes to an issued document with its customer. */
  onSend: () => void;
  sendLabel: string;
  /** A note about sending the document to the customer; null if there is none. */
  note: string | null;
  /** Reopens the choice between two versions. */
  onResolveConflict: () => void;
  saveToLibrary: (line: LineDraft) => void;
}

const NO_WARNINGS: readonly string[] = [];

/** The editor of a quote or an invoice, laid out like the document. */
export function DocumentEditor(props: DocumentEditorProps) {
  const { kind, editor, documentContext, onSend } = props;
  const { stored } = documentContext;
  const { draft, getDraft, setFields } = editor;
  const { totals, lastValid, totalsDraft, errors } = props.calculation;
  const variation = stored?.variationOf ?? draft.varies;
  const kindInfo = getKindInfo({ kind, variationOf: variation });
  const { gbpOfPence } = useRules();
  const [previewing, setPreviewing] = useState(false);
  const [targetTotal, setTargetTotal] = useState<string | null>(null);
  const editorScrollTop = useRef(0);
  const total = lastValid ? gbpOfPence(lastValid.totals.get("totalAmount")) : "—";
  const isBehind = totals === null;
  const number = stored?.[kindInfo.numberField] ?? null;
  const title = number ? `${kindInfo.Name} ${number}` : `${stored ? "Draft" : "New"} ${kindInfo.name}`;
  const breakdown = {
    documentContext,
    totalsDraft,
    isBehind,
    warnings: errors.size > 0 ? getErrorsWithoutField(draft, errors) : NO_WARNINGS,
  };
  const isWide = useMediaQuery(VERY_WIDE);
  const isIssued = stored !== null && stored.status !== "draft";
  const hasConflict = editor.saveState.kind === "conflict";

  const root = useRef<HTMLDivElement>(null);
  const openLines = useOpenLines();
  const [announcement, setAnnouncement] = useState("");
  const { undo, redo, undoStep } = editor;
  const { openField } = openLines;
  /** Shows the field that an undo changed. */
  const showChangedField = useCallback(
    (changedField: string | null, message: string) => {
      setAnnouncement(message);
      const line = getDraft().items.find(({ id }) => changedField?.startsWith(`${id}.`));
      if (line && changedField) openField(line.id, changedField.slice(line.id.length + 1));
      else if (changedField) document.getElementById(changedField)?.focus();
      scrollIntoViewIfHidden(document.activeElement);
    },
    [getDraft, openField],
  );
  const handleUndo = useCallback(() => showChangedField(undo(), "Undone."), [undo, showChangedField]);
  const handleRedo = useCallback(() => showChangedField(redo(), "Redone."), [redo, showChangedField]);
  const handleUndoStep = useCallback(
    (step: HistoryStep) => showChangedField(undoStep(step), "Undone."),
    [undoStep, showChangedField],
  );
  useUndoKeys(root, { undo: handleUndo, redo: handleRedo });

  // Keep the error of the focused field visible above any bar at the bottom.
  useEffect(() => {
    const field = errors.size > 0 ? document.activeElement : null;
    if (!field?.matches('[aria-invalid="true"]') || !root.current?.contains(field)) return;
    const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
    for (const id of ids) document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  }, [errors]);

  /** Focuses the first invalid field; false if there is none. */
  const focusFirstError = () => {
    flushSync(() => setPreviewing(false));
    const field = root.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    scrollIntoViewIfHidden(field ?? null);
    return field !== null && field !== undefined;
  };
  const send = useStableCallback(() => {
    if (errors.size === 0 || !focusFirstError()) onSend();
  });
  const discardChanges = useStableCallback(() => {
    const step = editor.discard();
    if (!step) return;
    toast({
      title: "Changes discarded",
      action: { label: "Undo", onPress: () => handleUndoStep(step) },
    });
  });
  const togglePreview = useStableCallback(() => {
    setPreviewing(!previewing);
    // On a phone the preview replaces the editor: it opens at the top, and the editor returns to its earlier
    // position.
    editorScrollTop.current = previewing ? editorScrollTop.current : window.scrollY;
    const top = previewing ? editorScrollTop.current : 0;
    if (!isWide) requestAnimationFrame(() => window.scrollTo(0, top));
  });
  const { saver, undoAvailability } = editor;
  const { onResolveConflict } = props;
  const saveStatus = useMemo(() => <DraftSaveStatus saver={saver} />, [saver]);
  const undoButtons = useMemo(
    () => <UndoButtons availability={undoAvailability} onUndo={handleUndo} onRedo={handleRedo} />,
    [undoAvailability, handleUndo, handleRedo],
  );
  const conflictBar = useMemo(
    () => hasConflict && <ConflictBar onChoose={onResolveConflict} />,
    [hasConflict, onResolveConflict],
  );

  const getAmount = (figure: TotalsField) => formatPence(lastValid?.totals.get(figure) ?? 0);
  const totalsTools = (
    <>
      <TargetTotalForm
        kind={kind}
        targetTotal={targetTotal}
        onTargetTotalChange={setTargetTotal}
        getDraft={getDraft}
        setFields={setFields}
        dispatch={editor.dispatch}
        discount={draft.includeDiscount && draft.discountType === "other" ? draft.discount : ""}
      />
      <BusinessFigures
        kind={kind}
        stored={stored}
        draft={totalsDraft}
        total={getAmount("totalAmount")}
        cis={getAmount("cisDeduction")}
        vat={getAmount("vatAmount")}
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
      onBlur={editor.endTyping}
      className={cx(
        "flex min-h-dvh flex-col",
        hasConflict ? "[--below-header:8.75rem]" : "[--below-header:5rem]",
      )}
    >
      <title>{`${title} · Plumbline`}</title>
      <EditorHeader
        kindInfo={kindInfo}
        title={title}
        status={number && stored ? stored.displayStatus : null}
        saveStatus={saveStatus}
        history={undoButtons}
        isPreviewing={previewing}
        onPreview={togglePreview}
        onSend={send}
        sendLabel={props.sendLabel}
        back={number && stored ? `${kindInfo.path}/${stored.id}` : kindInfo.path}
        conflictBar={conflictBar}
      />
      <div
        className={cx(
          "mx-auto grid w-full max-w-[90rem] flex-1 items-start gap-6 px-3 py-4 md:px-6 md:py-6",
          previewing ? "lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]" : "lg:grid-cols-[minmax(0,1fr)_17rem]",
        )}
      >
        <div
          className={cx("@container rounded-lg border border-line bg-paper", previewing && "hidden lg:block")}
        >
          {variation && (
            <VariationHeader variation={variation} change={lastValid ? getAmount("totalAmount") : null} />
          )}
          {isIssued && (
            <UnsharedChangesBar kindInfo={kindInfo} saveState={editor.saveState} onDiscard={discardChanges} />
          )}
          {props.note && (
            <Banner tone="amber" className="m-3">
              {props.note}
            </Banner>
          )}
          <SaveProblemBanner
            saveState={editor.saveState}
            onShowField={errors.size > 0 ? focusFirstError : null}
          />
          <DocumentForm
            kindInfo={kindInfo}
            editor={editor}
            calculation={props.calculation}
            openLines={openLines}
            undoStep={handleUndoStep}
            contacts={props.contacts}
            profiles={props.profiles}
            ownName={props.ownName}
            items={props.items}
            profileTerms={props.profileTerms}
            onNewContact={props.onNewContact}
            saveToLibrary={props.saveToLibrary}
            contact={documentContext.contact}
            einvoice={<EinvoiceCheckSection stored={stored} />}
          />
        </div>
        {previewing ? (
          <aside
            aria-label="Preview"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on its own, so keys must reach it
            tabIndex={0}
            className="overflow-hidden rounded-lg border border-line lg:sticky lg:top-(--below-header) lg:max-h-[calc(100dvh-var(--below-header)-1rem)] lg:overflow-y-auto"
          >
            <DocumentPreview documentContext={documentContext} draft={lastValid?.draft ?? null} />
          </aside>
        ) : (
          isWide && <TotalsSidebar {...breakdown}>{totalsTools}</TotalsSidebar>
        )}
      </div>
      <div
        data-bottom-bar="editor"
        className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-3 border-line border-t bg-paper px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:hidden"
      >
        <TotalsButton total={total} {...breakdown}>
          {totalsTools}
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
      <TotalAnnouncement total={total} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** Scrolls to an element that is out of sight or covered by the bars at the top and bottom. */
function scrollIntoViewIfHidden(element: Element | null): void {
  if (!element || element === document.body) return;
  const { top, bottom } = element.getBoundingClientRect();
  const barHeight = 96;
  if (top < barHeight || bottom > window.innerHeight - barHeight) element.scrollIntoView({ block: "center" });
}

function TotalsSidebar({
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

/** The printable document as the customer will see it, rendered behind the typing. */
const DocumentPreview = memo(function DocumentPreview({
  documentContext,
  draft,
}: {
  documentContext: DocumentContext;
  draft: DocumentDraft | null;
}) {
  const presentation = usePresentation(documentContext, draft);
  return presentation ? (
    <PrintableDocument document={presentation} getPhotoUrl={getOwnPhotoUrl} />
  ) : (
    <p className="p-6 text-quiet">The preview appears again once the fields in red are fixed.</p>
  );
});
