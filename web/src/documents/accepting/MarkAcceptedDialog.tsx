import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { AgreedBy } from "../../api/generated/AgreedBy";
import type { PublicPage } from "../../api/generated/PublicPage";
import { todayInLondon } from "../../rules/calendar";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { DateField } from "../../ui/DateField";
import { Dialog } from "../../ui/Dialog";
import { useFirstInvalidFocus } from "../../ui/form-guards";
import { SelectField } from "../../ui/SelectField";
import { LoadingRegion, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { getEndDate, getKindInfo } from "../kind";
import { useMarkAccepted } from "../mutations";
import { getOwnPhotoUrl } from "../photos/getOwnPhotoUrl";
import { PrintableDocument } from "../printable/PrintableDocument";
import { publicPageKeys } from "../publicPageKeys";
import { readPublicPage } from "../queries";
import type { StoredDocument } from "../types";
import { AcceptanceSummary, MAX_NAME_LENGTH } from "./AcceptForm";
import { getReadVersion } from "./acceptance";
import { describeRetryPick, hasPickableItems, useQuotePicker } from "./useQuotePicker";

const AGREED_BY_OPTIONS: { value: AgreedBy; label: string }[] = [
  { value: "phone", label: "By phone" },
  { value: "in_person", label: "In person" },
  { value: "message", label: "By email or message" },
];

/** The fields that a refusal can name. */
const FORM_FIELDS: ReadonlySet<string> = new Set(["by", "date", "name"]);

/** Records that the customer has accepted directly: how, when and what. */
export default function MarkAcceptedDialog({
  document: doc,
  token,
  onClose,
}: {
  document: StoredDocument;
  /** The token of its link. */
  token: string;
  onClose: () => void;
}) {
  const mark = useMarkAccepted(doc.id);
  const form = useId();
  const kindInfo = getKindInfo(doc);
  // Read from the public page, because the form is about the quote as the customer has it.
  const pageResult = useQuery({
    queryKey: [...publicPageKeys.one("quote", token), "to-mark", doc.updatedAt],
    queryFn: ({ signal }) => readPublicPage(token, signal),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => previous,
  });
  const page = pageResult.data?.page;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Mark ${kindInfo.name} ${doc[kindInfo.numberField] ?? ""} as accepted`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={!page}
            busy={mark.isPending}
            busyLabel="Saving…"
          >
            Mark as accepted
          </Button>
        </>
      }
    >
      {page ? (
        <MarkAcceptedForm
          key={getReadVersion(page)}
          {...{ doc, token, form, mark, page }}
          onDone={() => {
            onClose();
            toast({ title: `${kindInfo.Name} marked as accepted`, tone: "good" });
          }}
        />
      ) : pageResult.isError ? (
        <ErrorState
          title="The quote could not be loaded"
          message={getErrorMessage(pageResult.error)}
          onRetry={() => void pageResult.refetch()}
        />
      ) : (
        <LoadingRegion>
          <Skeleton className="h-64" />
        </LoadingRegion>
      )}
    </Dialog>
  );
}

function MarkAcceptedForm({
  doc,
  token,
  form,
  mark,
  page,
  onDone,
}: {
  doc: StoredDocument;
  token: string;
  form: string;
  mark: ReturnType<typeof useMarkAccepted>;
  page: PublicPage;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const picker = useQuotePicker("quote", token, page);
  const { presentation, selected, chosen } = picker;
  const customer = doc.contact?.name || doc.contact?.company || "";
  const [by, setBy] = useState<AgreedBy>("phone");
  const [date, setDate] = useState(() => getDefaultDate(doc));
  const [name, setName] = useState(customer);
  const fields = useFirstInvalidFocus(mark.error);
  const fieldErrors = mark.error instanceof ApiError ? mark.error.errors : [];
  const errorFor = (path: string) => fieldErrors.find((error) => error.path === path)?.msg;
  const hasOtherError = mark.isError && !fieldErrors.some(({ path }) => FORM_FIELDS.has(path));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (picker.isCalculating || mark.isPending) return;
    mark.mutate(
      {
        by,
        date,
        name: name.trim() || undefined,
        selected: presentation.actions.options ? [...selected] : undefined,
        chosenChoice: presentation.actions.choose && chosen !== null ? chosen : undefined,
        version: page.version,
        ...(page.agreed !== undefined && { agreed: page.agreed }),
      },
      {
        onSuccess: onDone,
        // Show what has happened to the quote.
        onError: () => void client.invalidateQueries({ queryKey: publicPageKeys.one("quote", token) }),
      },
    );
  };

  return (
    <form ref={fields} id={form} noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="How they agreed"
          options={AGREED_BY_OPTIONS}
          value={by}
          onChange={(event) => setBy(event.target.value as AgreedBy)}
          error={errorFor("by")}
        />
        <DateField label="When" value={date} onValueChange={setDate} error={errorFor("date")} />
      </div>
      <TextField
        label="Who agreed"
        optional
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={errorFor("name")}
      />
      {hasPickableItems(presentation) && (
        <div className="overflow-hidden rounded-lg border border-line">
          <PrintableDocument document={presentation} picker={picker} getPhotoUrl={getOwnPhotoUrl} />
        </div>
      )}
      <AcceptanceSummary document={presentation} />
      {picker.hasFailed && (
        <Banner tone="red" live>
          {`The new total could not be worked out. Check your signal and ${describeRetryPick(presentation)}`}
        </Banner>
      )}
      <p className="text-quiet text-sm">
        {doc.contact?.email
          ? `We’ll email ${doc.contact.email} a record of this, so they can say if it isn’t right. You can’t undo it.`
          : "The record is saved with the quote. You can’t undo it."}
      </p>
      {presentation.cancellation && (
        <p className="text-quiet text-sm">
          They may have 14 days to cancel. If they want you to start sooner, get that from them in writing
          first.
        </p>
      )}
      {hasOtherError && (
        <Banner tone="red" live>
          {getErrorMessage(mark.error)}
        </Banner>
      )}
    </form>
  );
}

/** Today; for an expired quote, the last day on which it could be accepted. */
function getDefaultDate(doc: StoredDocument): string {
  const today = todayInLondon();
  const end = getEndDate(doc.kind, doc);
  return end && end < today ? end : today;
}
