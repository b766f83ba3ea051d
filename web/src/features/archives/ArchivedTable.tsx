import { ArchiveRestore, EllipsisVertical, Trash2 } from "lucide-react";
import { useState } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { KINDS } from "../../documents/kind";
import { JobCell } from "../../documents/list/JobCell";
import { RowStatus } from "../../documents/list/RowStatus";
import { useArchiveDocument, useDeleteDraft } from "../../documents/mutations";
import { useRules } from "../../rules/rules";
import { type Column, DataTable } from "../../ui/DataTable";
import { ConfirmDialog } from "../../ui/Dialog";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { toast } from "../../ui/toast";

const getCustomerName = (row: DocumentSummary) => row.contactName || "No customer yet";
const getJobTitle = (row: DocumentSummary) => row.jobDescription.split("\n")[0] ?? "";
const getDocumentTitle = (kind: DocumentKind, row: DocumentSummary) =>
  `${row.number ?? `draft ${KINDS[kind].name}`} for ${getCustomerName(row)}`;

/** The documents that were put away: a table on desktop, cards on phones. */
export function ArchivedTable({
  kind,
  rows,
  total,
  onNearEnd,
}: {
  kind: DocumentKind;
  rows: DocumentSummary[];
  total: number;
  onNearEnd: () => void;
}) {
  const { path, Plural } = KINDS[kind];
  const { dateLong, gbp } = useRules();
  const [deleting, setDeleting] = useState<DocumentSummary | null>(null);
  const renderAmount = (row: DocumentSummary) => <Money text={gbp(row.totalAmount)} className="text-ink" />;
  const formatNumber = (row: DocumentSummary) => row.number ?? "Draft";
  const formatIssueDate = (row: DocumentSummary) => dateLong(row.issueDate ?? "");
  const columns: Column<DocumentSummary>[] = [
    { id: "customer", header: "Customer", cell: getCustomerName },
    { id: "number", header: "Number", width: "w-24", cell: formatNumber },
    { id: "job", header: "Job", from: "lg", cell: (row) => <JobCell text={getJobTitle(row)} /> },
    { id: "date", header: "Date", width: "w-30", from: "lg", cell: formatIssueDate },
    { id: "status", header: "Status", width: "w-42", cell: (row) => <RowStatus row={row} /> },
    { id: "total", header: "Total", width: "w-26", align: "right", cell: renderAmount },
  ];
  return (
    <>
      <DataTable
        label={`Archived ${Plural.toLowerCase()}`}
        rows={rows}
        rowKey={(row) => row.id}
        to={(row) => `${path}/${row.id}`}
        windowed={{ total, onNearEnd }}
        columns={columns}
        card={(row) => ({
          title: getCustomerName(row),
          amount: renderAmount(row),
          note: getJobTitle(row),
          detail: `${formatNumber(row)} · ${formatIssueDate(row)}`,
          status: <RowStatus row={row} />,
        })}
        rowActions={(row) => <ArchivedRowMenu kind={kind} row={row} onDelete={() => setDeleting(row)} />}
      />
      {deleting && <DeleteArchivedDraftDialog kind={kind} row={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

/** Back to its list; a draft may also go for good. */
function ArchivedRowMenu({
  kind,
  row,
  onDelete,
}: {
  kind: DocumentKind;
  row: DocumentSummary;
  onDelete: () => void;
}) {
  const { restore } = useArchiveDocument(kind);
  const title = getDocumentTitle(kind, row);
  const restoring = { label: "Restore", icon: ArchiveRestore, onSelect: () => void restore(row.id, title) };
  const deleting = {
    label: "Delete for good",
    icon: Trash2,
    danger: true,
    separated: true,
    onSelect: onDelete,
  };
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`More for ${title}`}
          icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
          className="text-quiet"
        />
      }
      items={row.status === "draft" ? [restoring, deleting] : [restoring]}
    />
  );
}

function DeleteArchivedDraftDialog({
  kind,
  row,
  onClose,
}: {
  kind: DocumentKind;
  row: DocumentSummary;
  onClose: () => void;
}) {
  const { name } = KINDS[kind];
  const remove = useDeleteDraft(kind);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete this draft ${name} for good?`}
      description={`${[getCustomerName(row), getJobTitle(row)].filter(Boolean).join(", ")}. It can’t be brought back.`}
      confirmLabel="Delete for good"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(row.id, {
          onSuccess: () => toast({ title: "Draft deleted", tone: "good" }),
          onSettled: onClose,
        })
      }
    />
  );
}
