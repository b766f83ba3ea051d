import { useCallback, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isStatus } from "../../api/client";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { Recurring } from "../../api/generated/Recurring";
import { newId } from "../../api/requests";
import { DocumentForm } from "../../documents/editor/DocumentForm";
import { getProfileTerms } from "../../documents/editor/draft/createDraft";
import { type DocumentDraft, isSameDocument, type LineDraft } from "../../documents/editor/draft/draft";
import { mapErrorsToFields } from "../../documents/editor/draft/fieldErrors";
import { getIncludedVatRate } from "../../documents/editor/draft/pricesWithVat";
import { DraftHistory, type HistoryStep } from "../../documents/editor/history/draftHistory";
import { createItemFromLine } from "../../documents/editor/lines/itemSearch";
import { useOpenLines } from "../../documents/editor/lines/useOpenLines";
import { resolveContact } from "../../documents/editor/parties/ContactPicker";
import { DraftMerger } from "../../documents/editor/saving/draftMerger";
import { LocalDraftHolder, useDraftEditor } from "../../documents/editor/saving/useDraftEditor";
import { TotalsButton, TotalsTable } from "../../documents/editor/totals/TotalsPanel";
import { useDraftCalculation } from "../../documents/editor/totals/useDraftCalculation";
import { KINDS } from "../../documents/kind";
import type { Contact } from "../../entities/contacts/contact";
import { NewContactDialog } from "../../entities/contacts/NewContactDialog";
import type { Item } from "../../entities/items/item";
import { useCreateItem } from "../../entities/items/mutations";
import type { Profile } from "../../entities/profiles/profile";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { VERY_WIDE } from "../../ui/device";
import { LeaveGuard } from "../../ui/form-guards";
import { toast } from "../../ui/toast";
import { useMediaQuery } from "../../ui/useMediaQuery";
import { useCreateRecurring, useUpdateRecurring } from "./queries";
import { SeriesFields } from "./SeriesFields";
import { findMissingField, type RecurringSeriesForm, toRecurringInput } from "./series-form";

type FieldErrorMap = ReadonlyMap<string, string>;
const NO_ERRORS: FieldErrorMap = new Map();

/** The form of a recurring invoice: its schedule, and the invoice in the fields of the editor. */
export function RecurringForm({
  recurring,
  begin,
  profiles,
  contacts,
  items,
  owner,
  onSaved,
}: {
  /** The recurring invoice being edited; undefined for a new one. */
  recurring: Recurring | undefined;
  begin: { series: RecurringSeriesForm; draft: DocumentDraft };
  profiles: Profile[];
  contacts: Contact[];
  items: Item[];
  owner: { name: string; email: string };
  onSaved: (recurring: Recurring) => void;
}) {
  const rules = useRules();
  const invoiceKind = KINDS.invoice;
  const [{ holder, history, id }] = useState(() => ({
    holder: new LocalDraftHolder(begin.draft),
    history: new DraftHistory(new DraftMerger(rules, "invoice", newId)),
    id: newId(),
  }));
  const editor = useDraftEditor(holder, history);
  const { draft, dispatch, getDraft, undoStep } = editor;
  const [series, setSeries] = useState(begin.series);
  const [refusal, setRefusal] = useState<{
    errors: FieldErrorMap;
    problem: string | null;
    draft: DocumentDraft;
  }>();
  const [newContact, setNewContact] = useState<string | null>(null);
  const openLines = useOpenLines();
  const root = useRef<HTMLFormElement>(null);
  const calculation = useDraftCalculation("invoice", editor, null);
  const contact = resolveContact(contacts, draft.contactId, null);
  const profile = profiles.find((one) => one.id === draft.businessProfileId) ?? null;
  const documentContext = useMemo(
    () => ({
      kind: "invoice" as const,
      stored: null,
      contact,
      profile,
      owner: profile ? null : owner,
    }),
    [contact, profile, owner],
  );
  const create = useCreateRecurring();
  const update = useUpdateRecurring();
  const { mutate: createItem } = useCreateItem();
  const isWide = useMediaQuery(VERY_WIDE);
  const isSaving = create.isPending || update.isPending;
  const isSaved = create.isSuccess || update.isSuccess;
  const isChanged = series !== begin.series || !isSameDocument("invoice", draft, begin.draft);

  // The server's errors apply until the invoice is edited.
  const serverErrors = refusal?.draft === draft ? refusal.errors : NO_ERRORS;
  const errors = useMemo(
    () => new Map([...serverErrors, ...calculation.errors]),
    [serverErrors, calculation.errors],
  );
  const changeSeries = (patch: Partial<RecurringSeriesForm>) => {
    setSeries((before) => ({ ...before, ...patch }));
    setRefusal((before) => {
      if (!before) return before;
      const remaining = [...before.errors].filter(([field]) => !(field in patch));
      // Once every field with an error was edited, the message disappears.
      const isFixed = before.errors.size > 0 && remaining.length === 0;
      return isFixed ? undefined : { ...before, errors: new Map(remaining) };
    });
  };
  const undoChange = useCallback((step: HistoryStep) => void undoStep(step), [undoStep]);
  const saveToLibrary = useCallback(
    (line: LineDraft) =>
      createItem(
        { id: newId(), input: createItemFromLine(line, getIncludedVatRate(getDraft()), rules) },
        {
          onSuccess: (item) => toast({ title: `${item.name} saved to your items`, tone: "good" }),
          onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
        },
      ),
    [createItem, getDraft, rules],
  );

  const showRefusal = (errors: FieldErrorMap, problem: string | null) => {
    flushSync(() => setRefusal({ errors, problem, draft: draft }));
    const field = root.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? root.current)?.scrollIntoView({ block: "center" });
    field?.focus();
  };
  const save = async () => {
    const missingField = findMissingField(series);
    if (missingField) return showRefusal(new Map([missingField]), null);
    if (calculation.errors.size > 0) return showRefusal(NO_ERRORS, "Fix the fields in red to save this.");
    setRefusal(undefined);
    const input = toRecurringInput(series, editor.getDraft());
    try {
      onSaved(
        await (recurring ? update.mutateAsync({ recurring, input }) : create.mutateAsync({ id, input })),
      );
    } catch (error) {
      const fields = error instanceof ApiError && error.status === 422 ? error.errors : [];
      const fieldErrors = mapErrorsToFields(draft, fields as Parameters<typeof mapErrorsToFields>[1], null);
      const problem = isStatus(error, 409)
        ? "This recurring invoice has been changed somewhere else in the meantime. Reload the page to see it, then make your change again."
        : fieldErrors.size > 0
          ? "Some fields need your attention."
          : getErrorMessage(error);
      showRefusal(fieldErrors, problem);
    }
  };

  const total = calculation.lastValid
    ? rules.gbpOfPence(calculation.lastValid.totals.get("totalAmount"))
    : "—";
  const breakdown = {
    documentContext,
    totalsDraft: calculation.totalsDraft,
    isBehind: calculation.totals === null,
    warnings: [],
  };
  const button = (
    <Button type="submit" variant="primary" busy={isSaving} busyLabel="Saving…" block={isWide}>
      {recurring ? "Save changes" : "Save recurring invoice"}
    </Button>
  );
  return (
    <>
      <form
        ref={root}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-6"
      >
        <LeaveGuard when={isChanged && !isSaving && !isSaved} />
        <div className="grid gap-4">
          {refusal?.problem && (refusal.errors.size === 0 || errors.size > 0) ? (
            <Banner tone="red" live>
              {refusal.problem}
            </Banner>
          ) : null}
          <SeriesFields
            id={recurring?.id ?? null}
            series={series}
            onChange={changeSeries}
            errors={errors}
            email={contact ? contact.email.trim() : null}
          />
          <section aria-label="Each invoice" className="@container rounded-lg border border-line bg-paper">
            <div className="border-line border-b px-4 py-4 @xl:px-6">
              <h2 className="font-semibold text-lg">Each invoice</h2>
              <p className="mt-1 text-quiet text-sm">
                {
                  "Write {month}, {year} or {date} in the job, the notes or a line: each invoice gets its own. Prices and VAT stay as you type them here."
                }
              </p>
            </div>
            <DocumentForm
              kindInfo={invoiceKind}
              editor={editor}
              calculation={{ ...calculation, errors }}
              openLines={openLines}
              undoStep={undoChange}
              contacts={contacts}
              profiles={profiles}
              ownName={owner.name}
              items={items}
              profileTerms={getProfileTerms("invoice", profile)}
              onNewContact={setNewContact}
              saveToLibrary={saveToLibrary}
              contact={contact}
              undated
            />
          </section>
        </div>
        {isWide ? (
          <aside aria-label="Totals" className="sticky top-4 rounded-lg border border-line bg-paper p-5">
            <h2 className="mb-3 font-semibold text-base">Each invoice</h2>
            <TotalsTable {...breakdown} />
            <div className="mt-5">{button}</div>
          </aside>
        ) : (
          <div
            data-bottom-bar="editor"
            className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-x-3 border-line border-t bg-paper px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
          >
            <TotalsButton total={total} {...breakdown}>
              {null}
            </TotalsButton>
            {button}
          </div>
        )}
      </form>
      <NewContactDialog
        name={newContact}
        onClose={() => setNewContact(null)}
        onSaved={(contact) => {
          dispatch({ type: "set", patch: { contactId: contact.id } });
          setNewContact(null);
        }}
      />
    </>
  );
}
