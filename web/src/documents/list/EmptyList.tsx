import { useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { Link } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Button } from "../../ui/Button";
import { EmptyState, NothingCached } from "../../ui/States";
import { KINDS } from "../kind";
import { KIND_ICONS } from "../kindIcons";
import { documentQueries, type ListFilter } from "../queries";

/** What each empty list says about its purpose. */
const EMPTY_LIST_TEXTS: Record<DocumentKind, string> = {
  quote: "Make a quote on site, send it as a link, and see when the customer accepts.",
  invoice: "Make an invoice, or turn an accepted quote into one, and see what is still owed.",
  credit_note:
    "If an invoice came to too much, open it and choose ‘Credit this invoice’: all of it, some lines, or an amount.",
};

/**
 * An empty list: because of its filter, because everything is archived, or because nothing was created yet.
 */
export function EmptyList({
  kind,
  filter,
  isFiltered,
  onClearFilter,
  onShowArchived,
}: {
  kind: DocumentKind;
  filter: ListFilter;
  isFiltered: boolean;
  onClearFilter: () => void;
  onShowArchived: () => void;
}) {
  const kindInfo = KINDS[kind];
  const Icon = KIND_ICONS[kind];
  const { reached } = useConnection();
  const archivedCounts = useQuery(documentQueries.counts(kind, { ...filter, archived: true }));
  if (isFiltered) {
    return (
      <EmptyState
        icon={Icon}
        title={`No ${kindInfo.plural} like this`}
        action={<Button onClick={onClearFilter}>{`Show all ${kindInfo.plural}`}</Button>}
      >
        {reached
          ? `You have no ${kindInfo.plural} with this status.`
          : "Nothing like this is saved here. There may be some in your account: you’ll see them once there is signal."}
      </EmptyState>
    );
  }
  if (archivedCounts.data?.some(({ documents }) => documents > 0)) {
    return (
      <EmptyState
        icon={Archive}
        title={`All of your ${kindInfo.plural} are archived`}
        action={<Button onClick={onShowArchived}>{`Show archived ${kindInfo.plural}`}</Button>}
      >
        You can restore them at any time.
      </EmptyState>
    );
  }
  if (!reached) {
    return (
      <NothingCached
        noun={kindInfo.plural}
        action={
          kindInfo.isWritten && (
            <Button asChild variant="primary">
              <Link to={`${kindInfo.path}/create`}>{`New ${kindInfo.name}`}</Link>
            </Button>
          )
        }
      />
    );
  }
  return (
    <EmptyState
      icon={Icon}
      title={`Your ${kindInfo.plural} will be here`}
      action={
        <Button asChild variant="primary">
          {kindInfo.isWritten ? (
            <Link to={`${kindInfo.path}/create`}>{`Make your first ${kindInfo.name}`}</Link>
          ) : (
            <Link to={KINDS.invoice.path}>Choose an invoice</Link>
          )}
        </Button>
      }
    >
      {EMPTY_LIST_TEXTS[kind]}
    </EmptyState>
  );
}
