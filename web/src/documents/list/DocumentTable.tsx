import { Archive, ArchiveRestore, Copy, EllipsisVertical, Pencil } from "lucide-react";
import { useNavigate } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import {
  type Column,
  DataTable,
  type FootRow,
  type Selection,
  type Sorting,
  type Windowed,
} from "../../ui/DataTable";
import { DropdownMenu, type MenuItem } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { isChosen, type Selected } from "../bulk/useSelection";
import { useAnyHere } from "../here/useHere";
import { addressOf, endOf, KINDS } from "../kind";
import { useArchive, useDuplicate } from "../mutations";
import { isOwed } from "../status/overdue";
import { RowStatus } from "./RowStatus";

/** The rows of a list: a table on desktop, cards on phones. */
export function DocumentTable({
  kind,
  rows,
  sorting,
  foot,
  windowed,
  selected,
}: {
  kind: DocumentKind;
  rows: DocumentSummary[];
  sorting: Sorting;
  foot: FootRow[];
  windowed: Windowed;
  selected: Selected;
}) {
  const words = KINDS[kind];
  const rules = useRules();
  const { dateLong, gbp } = rules;
  const today = todayInLondon();
  const owed = (row: DocumentSummary) => isOwed(rules, row, today);
  const endsToday = (row: DocumentSummary) =>
    endOf(kind, row) === today && (words.asks === "balance" ? owed(row) : row.status === "sent");
  const isMarked = useAnyHere(kind);
  const { chosen } = selected;
  const isEvery = rows.every((row) => isChosen(chosen, row.id));
  const selection: Selection<DocumentSummary> = {
    has: (row) => isChosen(chosen, row.id),
    onToggle: (row, reach) => selected.toggle(rows, row.id, reach),
    name: (row) => titleOf(kind, row),
    all: isEvery || (rows.some((row) => isChosen(chosen, row.id)) ? "indeterminate" : false),
    onToggleAll: () => selected.toggleAll(rows),
  };
  return (
    <DataTable
      windowed={windowed}
      selection={selected.isChoosing ? selection : undefined}
      label={words.Plural}
      rows={rows}
      rowKey={(row) => row.id}
      to={(row) => addressOf(kind, row)}
      sorting={sorting}
      foot={foot}
      columns={columnsOf(kind, { gbp, dateLong, owed, endsToday, isMarked }, selected.isChoosing)}
      card={(row) => ({
        title: customer(row),
        amount: <Money text={gbp(owed(row) ? row.balanceDue : row.totalAmount)} />,
        note: firstLine(row.jobDescription),
        amountNote: owed(row) && <LeftOf row={row} />,
        detail: [row.number, day(kind, row, dateLong, endsToday(row))].filter(Boolean).join(" · "),
        status: <RowStatus row={row} />,
      })}
      rowActions={(row) => <RowMenu kind={kind} row={row} />}
    />
  );
}

/** Under what is left to pay: that it is, and of how much. */
function LeftOf({ row }: { row: DocumentSummary }) {
  const { gbp } = useRules();
  return row.balanceDue === row.totalAmount ? "to pay" : `left of ${gbp(row.totalAmount)}`;
}

const firstLine = (text: string) => text.split("\n")[0];

/** The day that matters on a card: when it is due or lapses, of a draft without one when it is from. */
function day(
  kind: DocumentKind,
  row: DocumentSummary,
  dateLong: (date: string) => string,
  /** Its customer has until the end of today. */
  isWaitedFor: boolean,
): string {
  const { asks } = KINDS[kind];
  const end = endOf(kind, row);
  if (!end) return dateLong(row.issueDate ?? "");
  return `${asks === "balance" ? "Due" : "Valid until"} ${isWaitedFor ? "today" : dateLong(end)}`;
}

interface Wording {
  gbp: (pounds: string) => string;
  dateLong: (date: string) => string;
  owed: (row: DocumentSummary) => boolean;
  /** Whether today is the last day on which a customer may pay or answer. */
  endsToday: (row: DocumentSummary) => boolean;
  /** Whether a row may say that it is on this device only: that takes more room. */
  isMarked: boolean;
}

/** The table's columns. Their ids are what the server sorts by. */
function columnsOf(
  kind: DocumentKind,
  { gbp, dateLong, owed, endsToday, isMarked }: Wording,
  isChoosing: boolean,
): Column<DocumentSummary>[] {
  const words = KINDS[kind];
  const left: Column<DocumentSummary> = {
    id: "left",
    header: "Left to pay",
    width: "w-26",
    align: "right",
    from: "lg",
    sorts: "desc",
    cell: (row) => owed(row) && <Money text={gbp(row.balanceDue)} className="font-semibold text-ink" />,
  };
  const end: Column<DocumentSummary> = {
    id: "due",
    header: words.endDateLabel,
    width: "w-27",
    sorts: "asc",
    cell: (row) =>
      endsToday(row) ? (
        <span className="font-semibold text-ink">Today</span>
      ) : (
        dateLong(endOf(kind, row) ?? "")
      ),
  };
  const issued: Column<DocumentSummary> = {
    id: "date",
    header: "Date",
    width: "w-27",
    // Beside the day it is due and what is left to pay, the job would have no room.
    from: words.asks === "balance" ? "2xl" : "xl",
    sorts: "desc",
    cell: (row) => dateLong(row.issueDate ?? ""),
  };
  return [
    {
      id: "customer",
      header: "Customer",
      width: words.asks === "balance" ? "w-[13%]" : "w-[19%]",
      sorts: "asc",
      cell: (row) => (
        <span
          data-whole={customer(row)}
          className="my-1 line-clamp-2 whitespace-normal break-words leading-4.5"
        >
          {customer(row)}
        </span>
      ),
    },
    {
      id: "number",
      header: "Number",
      // A variation has its quote’s number before its own.
      width: words.isDecided ? "w-25" : "w-21",
      sorts: "asc",
      cell: (row) => row.number ?? <span className="text-quiet">None yet</span>,
    },
    {
      id: "job",
      header: words.isWritten ? "Job" : "Reason",
      from: "xl",
      cell: (row) => (
        <span
          data-whole={row.jobDescription}
          className="my-1 line-clamp-3 whitespace-normal text-quiet leading-4.5 2xl:line-clamp-2"
        >
          {firstLine(row.jobDescription)}
        </span>
      ),
    },
    // The ticks take their room from the day that says least.
    ...(isChoosing && words.endDateField ? [] : [issued]),
    ...(words.endDateField ? [end] : []),
    {
      id: "status",
      header: "Status",
      width: isMarked ? "w-50" : words.asks === "balance" ? "w-48" : "w-36",
      cell: (row) => <RowStatus row={row} />,
    },
    ...(words.asks === "balance" ? [left] : []),
    {
      id: "total",
      header: "Total",
      width: "w-24",
      align: "right",
      sorts: "desc",
      cell: (row) => <Money text={gbp(row.totalAmount)} className="text-ink" />,
    },
  ];
}

function customer(row: DocumentSummary): string {
  return row.contactName || "No customer yet";
}

const titleOf = (kind: DocumentKind, row: DocumentSummary) =>
  `${row.number ?? `draft ${KINDS[kind].name}`} for ${customer(row)}`;

function RowMenu({ kind, row }: { kind: DocumentKind; row: DocumentSummary }) {
  const navigate = useNavigate();
  const archive = useArchive(kind);
  const duplicate = useDuplicate(kind);
  const { path, isWritten } = KINDS[kind];
  const title = titleOf(kind, row);
  const writing: MenuItem[] = [
    { label: "Edit", icon: Pencil, to: `${path}/edit/${row.id}` },
    {
      label: "Duplicate",
      icon: Copy,
      onSelect: () => duplicate.mutate(row.id, { onSuccess: (copy) => navigate(`${path}/edit/${copy.id}`) }),
    },
  ];
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`More for ${title}`}
          icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
          className="text-quiet"
        />
      }
      items={[
        ...(isWritten ? writing : []),
        row.archived
          ? {
              label: "Restore",
              icon: ArchiveRestore,
              onSelect: () => archive.restore(row.id, title),
              separated: isWritten,
            }
          : {
              label: "Archive",
              icon: Archive,
              onSelect: () => archive.archive(row.id, title),
              separated: isWritten,
            },
      ]}
    />
  );
}
