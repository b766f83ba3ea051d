import { useCallback, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isStatus } from "../../api/client";
import { ApiError, errorMessage } from "../../api/errors";
import type { Recurring } from "../../api/generated/Recurring";
import { newId } from "../../api/ids";
import { DocumentFields } from "../../documents/editor/DocumentFields";
import type { Draft, LineDraft } from "../../documents/editor/draft/draft";
import { sameDocument } from "../../documents/editor/draft/draft";
import { byField } from "../../documents/editor/draft/errors";
import { termsOf } from "../../documents/editor/draft/newDraft";
import { vatInPrices } from "../../documents/editor/draft/pricesWithVat";
import { History, type Step } from "../../documents/editor/history/history";
import { itemFromLine } from "../../documents/editor/lines/itemSearch";
import { useOpenLines } from "../../documents/editor/lines/useOpenLines";
import { LocalDraft } from "../../documents/editor/local/localDraft";
import { chosenContact } from "../../documents/editor/parties/chosenContact";
import { Merging } from "../../documents/editor/saving/merging";
import { useDraftEditor } from "../../documents/editor/saving/useDraftEditor";
import { TotalsButton, TotalsTable } from "../../documents/editor/totals/TotalsPanel";
import { useReckoning } from "../../documents/editor/totals/useReckoning";
import { KINDS } from "../../documents/kind";
import { ContactForm } from "../../entities/contacts/ContactForm";
import type { Contact } from "../../entities/contacts/contact";
import type { Item } from "../../entities/items/item";
import { useCreateItem } from "../../entities/items/mutations";
import type { Profile } from "../../entities/profiles/profile";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { LeaveGuard } from "../../ui/LeaveGuard";
import { toast } from "../../ui/toast";
import { useMediaQuery } from "../../ui/useMediaQuery";
import { useCreateRecurring, useUpdateRecurring } from "./mutations";
import { missing, recurringInput, type SeriesForm } from "./recurring";
import { SeriesFields } from "./SeriesFields";

type Errors = ReadonlyMap<string, string>;
const NONE: Errors = new Map();

/** An invoice that comes again: its days, and the invoice itself in the fields of the editor. */
export function RecurringForm({
  recurring,
  begin,
  profiles,
  contacts,
  items,
  owner,
  onSaved,
}: {
  /** The one that is changed; none of a new one. */
  recurring: Recurring | undefined;
  begin: { series: SeriesForm; draft: Draft };
  profiles: Profile[];
  contacts: Contact[];
  items: Item[];
  owner: { name: string; email: string };
  onSaved: (recurring: Recurring) => void;
}) {
  const rules = useRules();
  const words = KINDS.invoice;
  const [{ holder, history, id }] = useState(() => ({
    holder: new LocalDraft(begin.draft),
    history: new History(new Merging(rules, "invoice", newId)),
    id: newId(),
  }));
  const editor = useDraftEditor(holder, history);
  const { draft, act, current, undoStep } = editor;
  const [series, setSeries] = useState(begin.series);
  const [refused, setRefused] = useState<{ errors: Errors; problem: string | null; of: Draft }>();
  const [newContact, setNewContact] = useState<string | null>(null);
  const openLines = useOpenLines();
  const root = useRef<HTMLFormElement>(null);
  const reckoning = useReckoning("invoice", editor, null);
  const contact = chosenContact(contacts, draft.contactId, null);
  const profile = profiles.find((one) => one.id === draft.businessProfileId) ?? null;
  const sheet = useMemo(
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
  const isWide = useMediaQuery("(min-width: 1024px)");
  const isSaving = create.isPending || update.isPending;
  const isSaved = create.isSuccess || update.isSuccess;
  const isChanged = series !== begin.series || !sameDocument("invoice", draft, begin.draft);

  // What the server said of the invoice holds until the invoice is another.
  const told = refused?.of === draft ? refused.errors : NONE;
  const errors = useMemo(() => new Map([...told, ...reckoning.errors]), [told, reckoning.errors]);
  const set = (patch: Partial<SeriesForm>) => {
    setSeries((before) => ({ ...before, ...patch }));
    setRefused((before) => {
      if (!before) return before;
      const left = [...before.errors].filter(([field]) => !(field in patch));
      // Once every field that it was about is another, nothing is said any more.
      const isMended = before.errors.size > 0 && left.length === 0;
      return isMended ? undefined : { ...before, errors: new Map(left) };
    });
  };
  const takeBack = useCallback((step: Step) => void undoStep(step), [undoStep]);
  const saveToLibrary = useCallback(
    (line: LineDraft) =>
      createItem(
        { id: newId(), input: itemFromLine(line, vatInPrices(current()), rules) },
        {
          onSuccess: (item) => toast({ title: `${item.name} saved to your items`, tone: "good" }),
          onError: (error) => toast({ title: errorMessage(error), tone: "bad" }),
        },
      ),
    [createItem, current, rules],
  );

  const refuse = (errors: Errors, problem: string | null) => {
    flushSync(() => setRefused({ errors, problem, of: draft }));
    const field = root.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? root.current)?.scrollIntoView({ block: "center" });
    field?.focus();
  };
  const save = async () => {
    const lacks = missing(series);
    if (lacks) return refuse(new Map([lacks]), null);
    if (reckoning.errors.size > 0) return refuse(NONE, "Fix the fields in red to save this.");
    setRefused(undefined);
    const input = recurringInput(series, editor.current());
    try {
      onSaved(
        await (recurring ? update.mutateAsync({ recurring, input }) : create.mutateAsync({ id, input })),
      );
    } catch (error) {
      const fields = error instanceof ApiError && error.status === 422 ? error.errors : [];
      const found = byField(draft, fields as Parameters<typeof byField>[1], null);
      const problem = isStatus(error, 409)
        ? "This recurring invoice has been changed somewhere else in the meantime. Reload the page to see it, then make your change again."
        : found.size > 0
          ? "Some fields need your attention."
          : errorMessage(error);
      refuse(found, problem);
    }
  };

  const total = reckoning.good ? rules.gbpOfPence(reckoning.good.totals.of("totalAmount")) : "—";
  const breakdown = {
    sheet,
    counted: reckoning.counted,
    isBehind: reckoning.totals === null,
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
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-6"
      >
        <LeaveGuard when={isChanged && !isSaving && !isSaved} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {refused?.problem && (refused.errors.size === 0 || errors.size > 0) ? (
            <Banner tone="red" live>
              {refused.problem}
            </Banner>
          ) : null}
          <SeriesFields
            id={recurring?.id ?? null}
            series={series}
            set={set}
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
            <DocumentFields
              words={words}
              editor={editor}
              reckoning={{ ...reckoning, errors }}
              openLines={openLines}
              takeBack={takeBack}
              contacts={contacts}
              profiles={profiles}
              ownName={owner.name}
              items={items}
              profileTerms={termsOf("invoice", profile)}
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
      <Dialog
        open={newContact !== null}
        onOpenChange={(open) => !open && setNewContact(null)}
        title="New customer"
        wide
      >
        <ContactForm
          initialName={newContact ?? ""}
          onSaved={(made) => {
            act({ type: "set", patch: { contactId: made.id } });
            setNewContact(null);
          }}
          actions={({ busy }) => (
            <Button type="submit" variant="primary" block busy={busy} busyLabel="Saving…">
              Save customer
            </Button>
          )}
        />
      </Dialog>
    </>
  );
}
