import { useState } from "react";
import type { RowOutcome } from "../../api/generated/RowOutcome";
import { Badge, type Tone } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { Segmented } from "../../ui/Tabs";
import { useGrowing } from "../../ui/useGrowing";

/** A row of a file, whatever it brings. */
interface Row {
  row: number;
  outcome: RowOutcome;
  name: string;
  says: string;
}

/** What becomes of the rows of a file. */
interface Report {
  rows: Row[];
  new: number;
  updated: number;
  same: number;
  unreadable: number;
}

const TONES: Record<RowOutcome, Tone> = { new: "green", update: "blue", same: "grey", unreadable: "red" };

/** The rows of a file, and how many of each kind there are. */
export function ImportRows({
  report,
  updated,
  saysOf,
}: {
  report: Report;
  /** What happens to what is there already and changes. */
  updated: string;
  /** What is said of a row beside its outcome. */
  saysOf: (row: Row) => string;
}) {
  const [wanted, setWanted] = useState<RowOutcome | "all">("all");
  const rows = report.rows.filter(({ outcome }) => wanted === "all" || outcome === wanted);
  const { shown, end } = useGrowing(rows);
  // Two files may have a row of the same number.
  const places = new Map(report.rows.map((row, at) => [row, at]));
  const labels: Record<RowOutcome, string> = {
    new: "New",
    update: updated,
    same: "Already there",
    unreadable: "Left out",
  };
  const badge = ({ outcome }: Row) => <Badge tone={TONES[outcome]} label={labels[outcome]} />;
  const columns: Column<Row>[] = [
    { id: "row", header: "Row", width: "w-20", cell: ({ row }) => row },
    { id: "name", header: "Name", width: "w-[30%]", cell: ({ name }) => name },
    { id: "outcome", header: "What happens", width: "w-40", cell: badge },
    { id: "says", header: "Details", cell: saysOf },
  ];
  const counts: [RowOutcome | "all", string, number][] = [
    ["all", "All", report.rows.length],
    ["new", labels.new, report.new],
    ["update", labels.update, report.updated],
    ["same", labels.same, report.same],
    ["unreadable", labels.unreadable, report.unreadable],
  ];
  const offered = counts.filter(([value, , count]) => value === "all" || count > 0);
  return (
    <section aria-label="What happens with each row" className="flex min-w-0 flex-col gap-3">
      <Segmented
        label="Rows"
        className="self-start"
        value={wanted}
        onValueChange={setWanted}
        options={offered.map(([value, label, count]) => ({ value, label: `${label} ${count}` }))}
      />
      <Card flush>
        <DataTable
          label="Rows in the file"
          rows={shown}
          rowKey={(row) => `${places.get(row)}`}
          columns={columns}
          card={(row) => ({
            title: row.name || `Row ${row.row}`,
            note: saysOf(row),
            detail: `Row ${row.row}`,
            status: badge(row),
          })}
        />
        {end ? <div ref={end} aria-hidden className="h-px" /> : null}
      </Card>
    </section>
  );
}
