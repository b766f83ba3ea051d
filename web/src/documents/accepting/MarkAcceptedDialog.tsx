import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ApiError, errorMessage } from "../../api/errors";
import type { AgreedBy } from "../../api/generated/AgreedBy";
import type { PublicPage } from "../../api/generated/PublicPage";
import { todayInLondon } from "../../rules/calendar";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { DateField } from "../../ui/DateField";
import { Dialog } from "../../ui/Dialog";
import { SelectField } from "../../ui/SelectField";
import { Loading, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { useFirstWrong } from "../../ui/wrong";
import { endOf, wordsOf } from "../kind";
import { useMarkAccepted } from "../mutations";
import { DocumentPaper } from "../paper/DocumentPaper";
import { ownPhoto } from "../photos/ownPhoto";
import { publicKeys } from "../publicKeys";
import { publicPageOf } from "../queries";
import type { StoredDocument } from "../types";
import { LONGEST_NAME } from "./AcceptForm";
import { Accepting } from "./Accepting";
import { again, hasPicks } from "./picks";
import { readOf } from "./read";
import { useChoice } from "./useChoice";

const WAYS: { value: AgreedBy; label: string }[] = [
  { value: "phone", label: "By phone" },
  { value: "in_person", label: "In person" },
  { value: "message", label: "By email or message" },
];

/** The fields that a refusal can name. */
const FIELDS: ReadonlySet<string> = new Set(["by", "date", "name"]);

/** The customer said yes to the business itself: how, when, and to what. */
export default function MarkAcceptedDialog({
  document: doc,
  token,
  onClose,
}: {
  document: StoredDocument;
  /** The secret of its link. */
  token: string;
  onClose: () => void;
}) {
  const mark = useMarkAccepted(doc.id);
  const form = useId();
  const words = wordsOf(doc);
  // As the customer has it: what they took is said of that.
  const read = useQuery({
    queryKey: [...publicKeys.one("quote", token), "to-mark", doc.updatedAt],
    queryFn: ({ signal }) => publicPageOf(token, signal),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => previous,
  });
  const page = read.data?.page;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Mark ${words.name} ${doc[words.numberField] ?? ""} as accepted`}
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
        <Marking
          key={readOf(page)}
          {...{ doc, token, form, mark, page }}
          onDone={() => {
            onClose();
            toast({ title: `${words.Name} marked as accepted`, tone: "good" });
          }}
        />
      ) : read.isError ? (
        <ErrorState
          title="The quote could not be loaded"
          message={errorMessage(read.error)}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Loading>
          <Skeleton className="h-64" />
        </Loading>
      )}
    </Dialog>
  );
}

function Marking({
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
  const choice = useChoice("quote", token, page);
  const { shown, selected, chosen } = choice;
  const customer = doc.contact?.name || doc.contact?.company || "";
  const [by, setBy] = useState<AgreedBy>("phone");
  const [date, setDate] = useState(() => lastDay(doc));
  const [name, setName] = useState(customer);
  const fields = useFirstWrong(mark.error);
  const wrong = mark.error instanceof ApiError ? mark.error.errors : [];
  const wrongOf = (path: string) => wrong.find((error) => error.path === path)?.msg;
  const isElsewhere = mark.isError && !wrong.some(({ path }) => FIELDS.has(path));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice.isReckoning || mark.isPending) return;
    mark.mutate(
      {
        by,
        date,
        name: name.trim() || undefined,
        selected: shown.actions.options ? [...selected] : undefined,
        chosenChoice: shown.actions.choose && chosen !== null ? chosen : undefined,
        version: page.version,
        ...(page.agreed !== undefined && { agreed: page.agreed }),
      },
      {
        onSuccess: onDone,
        // Whatever has become of it shows.
        onError: () => void client.invalidateQueries({ queryKey: publicKeys.one("quote", token) }),
      },
    );
  };

  return (
    <form ref={fields} id={form} noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="How they agreed"
          options={WAYS}
          value={by}
          onChange={(event) => setBy(event.target.value as AgreedBy)}
          error={wrongOf("by")}
        />
        <DateField label="When" value={date} onValueChange={setDate} error={wrongOf("date")} />
      </div>
      <TextField
        label="Who agreed"
        optional
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={wrongOf("name")}
      />
      {hasPicks(shown) && (
        <div className="overflow-hidden rounded-lg border border-line">
          <DocumentPaper document={shown} choice={choice} photoAddress={ownPhoto} />
        </div>
      )}
      <Accepting document={shown} />
      {choice.hasFailed && (
        <Banner tone="red" live>
          {`The new total could not be worked out. Check your signal and ${again(shown)}`}
        </Banner>
      )}
      <p className="text-quiet text-sm">
        {doc.contact?.email
          ? `We’ll email ${doc.contact.email} a record of this, so they can say if it isn’t right. You can’t undo it.`
          : "The record is saved with the quote. You can’t undo it."}
      </p>
      {shown.cancellation && (
        <p className="text-quiet text-sm">
          They may have 14 days to cancel. If they want you to start sooner, get that from them in writing
          first.
        </p>
      )}
      {isElsewhere && (
        <Banner tone="red" live>
          {errorMessage(mark.error)}
        </Banner>
      )}
    </form>
  );
}

/** Today; of a quote that has run out the last day on which it could be accepted. */
function lastDay(doc: StoredDocument): string {
  const today = todayInLondon();
  const end = endOf(doc.kind, doc);
  return end && end < today ? end : today;
}
