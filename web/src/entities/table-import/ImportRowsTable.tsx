import { useState } from "react";
import type { RowOutcome } from "../../api/generated/RowOutcome";
import { Badge, type BadgeTone } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { useGrowingRows } from "../../ui/hooks";
import { SegmentedControl } from "../../ui/Tabs";

/** A row of an imported file of any kind. */
interface ImportTableRow {
  row: number;
  outcome: RowOutcome;
  name: string;
  says: string;
}

/** What happens to the rows of a file. */
interface ImportTableReport {
  rows: ImportTableRow[];
  new: number;
  updated: number;
  same: number;
  unreadable: number;
}

const TONES: Record<RowOutcome, BadgeTone> = {
  new: "green",
  update: "blue",
  same: "grey",
  unreadable: "red",
};

/** The rows of a file, with the number of rows for each outcome. */
export function ImportRowsTable({
  report,
  updatedLabel,
  getRowText,
}: {
  report: ImportTableReport;
  /** The label for rows that update an existing record. */
  updatedLabel: string;
  /** The text shown for a row beside its outcome. */
  getRowText: (row: ImportTableRow) => string;
}) {
  const [outcomeFilter, setOutcomeFilter] = useState<RowOutcome | "all">("all");
  const rows = report.rows.filter(({ outcome }) => outcomeFilter === "all" || outcome === outcomeFilter);
  const { visible, end } = useGrowingRows(rows);
  // Rows of two files may have the same number.
  const positions = new Map(report.rows.map((row, at) => [row, at]));
  const labels: Record<RowOutcome, string> = {
    new: "New",
    update: updatedLabel,
    same: "Already there",
    unreadable: "Left out",
  };
  const renderBadge = ({ outcome }: ImportTableRow) => (
    <Badge tone={TONES[outcome]} label={labels[outcome]} />
  );
  const columns: Column<ImportTableRow>[] = [
    { id: "row", header: "Row", width: "w-20", cell: ({ row }) => row },
    { id: "name", header: "Name", width: "w-[30%]", cell: ({ name }) => name },
    { id: "outcome", header: "What happens", width: "w-40", cell: renderBadge },
    { id: "says", header: "Details", cell: getRowText },
  ];
  const counts: [RowOutcome | "all", string, number][] = [
    ["all", "All", report.rows.length],
    ["new", labels.new, report.new],
    ["update", labels.update, report.updated],
    ["same", labels.same, report.same],
    ["unreadable", labels.unreadable, report.unreadable],
  ];
  const offeredCounts = counts.filter(([value, , count]) => value === "all" || count > 0);
  return (
    <section aria-label="What happens with each row" className="flex min-w-0 flex-col gap-3">
      <SegmentedControl
        label="Rows"
        className="self-start"
        value={outcomeFilter}
        onValueChange={setOutcomeFilter}
        options={offeredCounts.map(([value, label, count]) => ({ value, label: `${label} ${count}` }))}
      />
      <Card flush>
        <DataTable
          label="Rows in the file"
          rows={visible}
          rowKey={(row) => `${positions.get(row)}`}
          columns={columns}
          card={(row) => ({
            title: row.name || `Row ${row.row}`,
            note: getRowText(row),
            detail: `Row ${row.row}`,
            status: renderBadge(row),
          })}
        />
        {end ? <div ref={end} aria-hidden className="h-px" /> : null}
      </Card>
    </section>
  );
}
