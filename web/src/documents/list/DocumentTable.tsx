import { Archive, ArchiveRestore, Copy, EllipsisVertical, Pencil } from "lucide-react";
import { useNavigate } from "react-router";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { Kind } from "../../api/generated/Kind";
import { useRules } from "../../rules/rules";
import { DataTable } from "../../ui/DataTable";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { addressOf, KINDS } from "../kind";
import { useArchive, useDuplicate } from "../mutations";
import { RowStatus } from "./ToConfirmMark";

/** The rows of a list: a table on desktop, two-line cards on phones. */
export function DocumentTable({ kind, rows }: { kind: Kind; rows: DocumentSummary[] }) {
  const words = KINDS[kind];
  const { dateLong, gbp } = useRules();
  return (
    <DataTable
      label={words.Plural}
      rows={rows}
      rowKey={(row) => row.id}
      to={(row) => addressOf(kind, row)}
      columns={[
        { id: "customer", header: "Customer", width: "w-48", cell: customer },
        {
          id: "number",
          header: "Number",
          width: "w-24",
          cell: (row) => row.number ?? <span className="text-quiet">None yet</span>,
        },
        {
          id: "job",
          header: "Job",
          from: "xl",
          cell: (row) => (
            <span className="block max-w-44 truncate text-quiet 2xl:max-w-72">{row.jobDescription}</span>
          ),
        },
        {
          id: "issued",
          header: "Date",
          width: "w-30",
          from: "lg",
          cell: (row) => dateLong(row.issueDate ?? ""),
        },
        {
          id: "until",
          header: words.endDateLabel,
          width: "w-30",
          cell: (row) => dateLong(row[words.endDateField] ?? ""),
        },
        { id: "status", header: "Status", width: "w-36", cell: (row) => <RowStatus row={row} /> },
        {
          id: "total",
          header: "Total",
          width: "w-28",
          align: "right",
          cell: (row) => <Money text={gbp(row.totalAmount)} className="font-semibold text-ink" />,
        },
      ]}
      card={(row) => ({
        title: customer(row),
        amount: <Money text={gbp(row.totalAmount)} />,
        detail: [row.number, row.jobDescription.split("\n")[0] || dateLong(row.issueDate ?? "")]
          .filter(Boolean)
          .join(" · "),
        status: <RowStatus row={row} />,
      })}
      rowActions={(row) => <RowMenu kind={kind} row={row} />}
    />
  );
}

function customer(row: DocumentSummary): string {
  return row.contactName || "No customer yet";
}

function RowMenu({ kind, row }: { kind: Kind; row: DocumentSummary }) {
  const navigate = useNavigate();
  const archive = useArchive(kind);
  const duplicate = useDuplicate(kind);
  const { path, name } = KINDS[kind];
  const title = `${row.number ?? `draft ${name}`} for ${customer(row)}`;
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
        { label: "Edit", icon: Pencil, to: `${path}/edit/${row.id}` },
        {
          label: "Duplicate",
          icon: Copy,
          onSelect: () =>
            duplicate.mutate(row.id, { onSuccess: (copy) => navigate(`${path}/edit/${copy.id}`) }),
        },
        row.archived
          ? {
              label: "Restore",
              icon: ArchiveRestore,
              onSelect: () => archive.restore(row.id, title),
              separated: true,
            }
          : {
              label: "Archive",
              icon: Archive,
              onSelect: () => archive.archive(row.id, title),
              separated: true,
            },
      ]}
    />
  );
}
