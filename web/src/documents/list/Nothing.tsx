import { useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { Link } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { useConnection } from "../../offline/waiting/useWaiting";
import { Button } from "../../ui/Button";
import { EmptyState, NoneHeld } from "../../ui/States";
import { KINDS } from "../kind";
import { KIND_ICONS } from "../kindIcons";
import { documentQueries, type ListFilter } from "../queries";

/** What an empty list says that it is for. */
const WHAT_FOR: Record<DocumentKind, string> = {
  quote: "Make a quote on site, send it as a link, and see when the customer accepts.",
  invoice: "Make an invoice, or turn an accepted quote into one, and see what is still owed.",
  credit_note:
    "If an invoice came to too much, open it and choose ‘Credit this invoice’: all of it, some lines, or an amount.",
};

/** A list with nothing in it: because of its filter, because all are archived, or because none was made yet. */
export function Nothing({
  kind,
  filter,
  narrowed,
  onClear,
  onArchived,
}: {
  kind: DocumentKind;
  filter: ListFilter;
  narrowed: boolean;
  onClear: () => void;
  onArchived: () => void;
}) {
  const words = KINDS[kind];
  const Icon = KIND_ICONS[kind];
  const { reached } = useConnection();
  const archived = useQuery(documentQueries.counts(kind, { ...filter, archived: true }));
  if (narrowed) {
    return (
      <EmptyState
        icon={Icon}
        title={`No ${words.plural} like this`}
        action={<Button onClick={onClear}>{`Show all ${words.plural}`}</Button>}
      >
        {reached
          ? `You have no ${words.plural} with this status.`
          : "Nothing like this is saved here. There may be more in your account: you’ll see them once there is signal."}
      </EmptyState>
    );
  }
  if (archived.data?.some(({ documents }) => documents > 0)) {
    return (
      <EmptyState
        icon={Archive}
        title={`All of your ${words.plural} are archived`}
        action={<Button onClick={onArchived}>{`Show archived ${words.plural}`}</Button>}
      >
        You can restore them at any time.
      </EmptyState>
    );
  }
  if (!reached) {
    return (
      <NoneHeld
        what={words.plural}
        action={
          words.isWritten && (
            <Button asChild variant="primary">
              <Link to={`${words.path}/create`}>{`New ${words.name}`}</Link>
            </Button>
          )
        }
      />
    );
  }
  return (
    <EmptyState
      icon={Icon}
      title={`Your ${words.plural} will be here`}
      action={
        <Button asChild variant="primary">
          {words.isWritten ? (
            <Link to={`${words.path}/create`}>{`Make your first ${words.name}`}</Link>
          ) : (
            <Link to={KINDS.invoice.path}>Choose an invoice</Link>
          )}
        </Button>
      }
    >
      {WHAT_FOR[kind]}
    </EmptyState>
  );
}
