import { Archive, ArchiveRestore, Copy, EllipsisVertical, Pencil } from "lucide-react";
import { useNavigate } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentList } from "../../api/generated/DocumentList";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { todayInLondon } from "../../rules/calendar";
import { type Rules, useRules } from "../../rules/rules";
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
import { type DocumentSelection, isChosen } from "../batches/useSelection";
import { getDocumentPath, getEndDate, KINDS, type KindInfo } from "../kind";
import { useArchiveDocument, useDuplicateDocument } from "../mutations";
import { isOwed } from "../status/overdue";
import { useHasUnsent } from "../unsent/useSyncState";
import { RowStatus } from "./RowStatus";

/** The rows of a list: a table on desktop, cards on phones. */
export function DocumentTable({
  kind,
  rows,
  sorting,
  foot,
  windowed,
  documentSelection,
}: {
  kind: DocumentKind;
  rows: DocumentSummary[];
  sorting: Sorting;
  foot: FootRow[];
  windowed: Windowed;
  documentSelection: DocumentSelection;
}) {
  const kindInfo = KINDS[kind];
  const rules = useRules();
  const { dateLong, gbp } = rules;
  const today = todayInLondon();
  const isRowOwed = (row: DocumentSummary) => isOwed(rules, row, today);
  const endsToday = (row: DocumentSummary) =>
    getEndDate(kind, row) === today &&
    (kindInfo.requestedPayment === "balance" ? isRowOwed(row) : row.status === "sent");
  const hasUnsent = useHasUnsent(kind);
  const { chosen } = documentSelection;
  const areAllChosen = rows.every((row) => isChosen(chosen, row.id));
  const selection: Selection<DocumentSummary> = {
    has: (row) => isChosen(chosen, row.id),
    onToggle: (row, reach) => documentSelection.toggle(rows, row.id, reach),
    name: (row) => getRowTitle(kind, row),
    all: areAllChosen || (rows.some((row) => isChosen(chosen, row.id)) ? "indeterminate" : false),
    onToggleAll: () => documentSelection.toggleAll(rows),
  };
  return (
    <DataTable
      windowed={windowed}
      selection={documentSelection.isChoosing ? selection : undefined}
      label={kindInfo.Plural}
      rows={rows}
      rowKey={(row) => row.id}
      to={(row) => getDocumentPath(kind, row)}
      sorting={sorting}
      foot={foot}
      columns={buildColumns(
        kind,
        { gbp, dateLong, isRowOwed, endsToday, hasUnsent },
        documentSelection.isChoosing,
      )}
      card={(row) => ({
        title: getCustomerName(row),
        amount: <Money text={gbp(isRowOwed(row) ? row.balanceDue : row.totalAmount)} />,
        note: getFirstLine(row.jobDescription),
        amountNote: isRowOwed(row) && <LeftToPay row={row} />,
        detail: [row.number, formatRowDay(kind, row, dateLong, endsToday(row))].filter(Boolean).join(" · "),
        status: <RowStatus row={row} />,
      })}
      rowActions={(row) => <DocumentRowMenu kind={kind} row={row} />}
    />
  );
}

/** Under the balance: that it is the balance, and of which total. */
function LeftToPay({ row }: { row: DocumentSummary }) {
  const { gbp } = useRules();
  return row.balanceDue === row.totalAmount ? "to pay" : `left of ${gbp(row.totalAmount)}`;
}

const getFirstLine = (text: string) => text.split("\n")[0];

/** The important date on a card: the due or expiry date; for a draft without one, its issue date. */
function formatRowDay(
  kind: DocumentKind,
  row: DocumentSummary,
  dateLong: (date: string) => string,
  /** Whether the customer has until the end of today. */
  isLastDay: boolean,
): string {
  const { requestedPayment } = KINDS[kind];
  const endDate = getEndDate(kind, row);
  if (!endDate) return dateLong(row.issueDate ?? "");
  return `${requestedPayment === "balance" ? "Due" : "Valid until"} ${isLastDay ? "today" : dateLong(endDate)}`;
}

interface ColumnContext {
  gbp: (pounds: string) => string;
  dateLong: (date: string) => string;
  isRowOwed: (row: DocumentSummary) => boolean;
  /** Whether today is the last day for the customer to pay or decide. */
  endsToday: (row: DocumentSummary) => boolean;
  /** Whether any row may have the label that it is only on this device, which takes more space. */
  hasUnsent: boolean;
}

/** The table's columns. Their ids are the server's sort names. */
function buildColumns(
  kind: DocumentKind,
  { gbp, dateLong, isRowOwed, endsToday, hasUnsent }: ColumnContext,
  isChoosing: boolean,
): Column<DocumentSummary>[] {
  const kindInfo = KINDS[kind];
  const leftColumn: Column<DocumentSummary> = {
    id: "left",
    header: "Left to pay",
    width: "w-26",
    align: "right",
    from: "lg",
    firstDirection: "desc",
    cell: (row) => isRowOwed(row) && <Money text={gbp(row.balanceDue)} className="font-semibold text-ink" />,
  };
  const endDate: Column<DocumentSummary> = {
    id: "due",
    header: kindInfo.endDateLabel,
    width: "w-27",
    firstDirection: "asc",
    cell: (row) =>
      endsToday(row) ? (
        <span className="font-semibold text-ink">Today</span>
      ) : (
        dateLong(getEndDate(kind, row) ?? "")
      ),
  };
  const issueDateColumn: Column<DocumentSummary> = {
    id: "date",
    header: "Date",
    width: "w-27",
    // Beside the due date and balance, there is no space for the job.
    from: kindInfo.requestedPayment === "balance" ? "2xl" : "xl",
    firstDirection: "desc",
    cell: (row) => dateLong(row.issueDate ?? ""),
  };
  return [
    {
      id: "customer",
      header: "Customer",
      width: kindInfo.requestedPayment === "balance" ? "w-[13%]" : "w-[19%]",
      firstDirection: "asc",
      cell: (row) => (
        <span
          data-whole={getCustomerName(row)}
          className="my-1 line-clamp-2 whitespace-normal break-words leading-4.5"
        >
          {getCustomerName(row)}
        </span>
      ),
    },
    {
      id: "number",
      header: "Number",
      // A variation's number contains the quote's number.
      width: kindInfo.isAcceptable ? "w-25" : "w-21",
      firstDirection: "asc",
      cell: (row) => row.number ?? <span className="text-quiet">None yet</span>,
    },
    {
      id: "job",
      header: kindInfo.isWritten ? "Job" : "Reason",
      from: "xl",
      cell: (row) => (
        <span
          data-whole={row.jobDescription}
          className="my-1 line-clamp-3 whitespace-normal text-quiet leading-4.5 2xl:line-clamp-2"
        >
          {getFirstLine(row.jobDescription)}
        </span>
      ),
    },
    // The tick boxes take the space of the least important date.
    ...(isChoosing && kindInfo.endDateField ? [] : [issueDateColumn]),
    ...(kindInfo.endDateField ? [endDate] : []),
    {
      id: "status",
      header: "Status",
      width: hasUnsent ? "w-50" : kindInfo.requestedPayment === "balance" ? "w-48" : "w-36",
      cell: (row) => <RowStatus row={row} />,
    },
    ...(kindInfo.requestedPayment === "balance" ? [leftColumn] : []),
    {
      id: "total",
      header: "Total",
      width: "w-24",
      align: "right",
      firstDirection: "desc",
      cell: (row) => <Money text={gbp(row.totalAmount)} className="text-ink" />,
    },
  ];
}

function getCustomerName(row: DocumentSummary): string {
  return row.contactName || "No customer yet";
}

const getRowTitle = (kind: DocumentKind, row: DocumentSummary) =>
  `${row.number ?? `draft ${KINDS[kind].name}`} for ${getCustomerName(row)}`;

function DocumentRowMenu({ kind, row }: { kind: DocumentKind; row: DocumentSummary }) {
  const navigate = useNavigate();
  const archive = useArchiveDocument(kind);
  const duplicate = useDuplicateDocument(kind);
  const { path, isWritten } = KINDS[kind];
  const title = getRowTitle(kind, row);
  const writingItems: MenuItem[] = [
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
        ...(isWritten ? writingItems : []),
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

/** The sums of a list: of the rows on display and, if there are more, of all that match the filters. */
export function buildFooterRows(
  { gbp, sumPounds }: Rules,
  kindInfo: KindInfo,
  rows: DocumentSummary[],
  list: DocumentList | undefined,
  isRowOwed: (row: DocumentSummary) => boolean,
): FootRow[] {
  if (!list) return [];
  const isAll = rows.length >= list.total;
  const shownRow = {
    label: isAll ? formatRowCount(kindInfo, list.total) : `${rows.length} shown`,
    sums: {
      total: <FooterAmount text={gbp(sumPounds(rows.map((row) => row.totalAmount)))} />,
      left: <FooterAmount text={gbp(sumPounds(rows.filter(isRowOwed).map((row) => row.balanceDue)))} />,
    },
  };
  if (isAll) return [shownRow];
  const allRow = {
    label: `All ${formatRowCount(kindInfo, list.total)}`,
    sums: {
      total: <FooterAmount text={gbp(list.totalAmount)} />,
      left: <FooterAmount text={gbp(list.outstanding)} />,
    },
  };
  return [shownRow, allRow];
}

function formatRowCount({ name, plural }: KindInfo, count: number): string {
  return `${count} ${count === 1 ? name : plural}`;
}

function FooterAmount({ text }: { text: string }) {
  return <Money text={text} className="font-semibold text-ink" />;
}
