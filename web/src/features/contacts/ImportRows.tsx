import { useState } from "react";
import type { ImportReport } from "../../api/generated/ImportReport";
import type { ImportRow } from "../../api/generated/ImportRow";
import type { Outcome } from "../../api/generated/Outcome";
import { Badge, type Tone } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { Segmented } from "../../ui/Tabs";
import { useGrowing } from "../../ui/useGrowing";

const words: Record<Outcome, { label: string; tone: Tone }> = {
  new: { label: "New", tone: "green" },
  update: { label: "Filled in", tone: "blue" },
  same: { label: "There already", tone: "grey" },
  unreadable: { label: "Left out", tone: "red" },
};

/** What is said of a row beside its outcome. */
function saysOf({ outcome, says }: ImportRow): string {
  if (outcome === "update") return `Adds ${says}`;
  if (outcome === "same" && says) return `The same ${says}`;
  return says;
}

const columns: Column<ImportRow>[] = [
  { id: "row", header: "Row", width: "w-20", cell: ({ row }) => row },
  { id: "name", header: "Name", width: "w-[30%]", cell: ({ name }) => name },
  {
    id: "outcome",
    header: "What happens",
    width: "w-40",
    cell: ({ outcome }) => <Badge tone={words[outcome].tone} label={words[outcome].label} />,
  },
  { id: "says", header: "Details", cell: saysOf },
];

/** The rows of a file, and how many of each kind there are. */
export function ImportRows({ report }: { report: ImportReport }) {
  const [wanted, setWanted] = useState<Outcome | "all">("all");
  const rows = report.rows.filter(({ outcome }) => wanted === "all" || outcome === wanted);
  const { shown, end } = useGrowing(rows);
  const counts: [Outcome | "all", string, number][] = [
    ["all", "All", report.rows.length],
    ["new", "New", report.new],
    ["update", "Filled in", report.updated],
    ["same", "There already", report.same],
    ["unreadable", "Left out", report.unreadable],
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
          label="Rows of the file"
          rows={shown}
          rowKey={({ row }) => `${row}`}
          columns={columns}
          card={(row) => ({
            title: row.name || `Row ${row.row}`,
            note: saysOf(row),
            detail: `Row ${row.row}`,
            status: <Badge tone={words[row.outcome].tone} label={words[row.outcome].label} />,
          })}
        />
        {end ? <div ref={end} aria-hidden className="h-px" /> : null}
      </Card>
    </section>
  );
}
