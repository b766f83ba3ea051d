import { useState } from "react";
import type { BankOutcome } from "../../../api/generated/BankOutcome";
import type { BankReport } from "../../../api/generated/BankReport";
import type { BankRow } from "../../../api/generated/BankRow";
import type { ExpenseCategory } from "../../../api/generated/ExpenseCategory";
import { useRules } from "../../../rules/rules";
import { Badge, type Tone } from "../../../ui/Badge";
import { Card } from "../../../ui/Card";
import { type Column, DataTable } from "../../../ui/DataTable";
import { Money } from "../../../ui/Money";
import { SelectField } from "../../../ui/SelectField";
import { Segmented } from "../../../ui/Tabs";
import { useGrowing } from "../../../ui/useGrowing";
import { categoryChoices, categoryOf, isCategory } from "../expense";
import { type Chosen, categoryFor, isOpen } from "./choices";

const words: Record<BankOutcome, { label: string; tone: Tone }> = {
  new: { label: "New", tone: "green" },
  known: { label: "Already there", tone: "grey" },
  deleted: { label: "You deleted it", tone: "grey" },
  byHand: { label: "Already there", tone: "blue" },
  leftOut: { label: "Left out", tone: "grey" },
  moneyIn: { label: "Money in", tone: "grey" },
  unreadable: { label: "Unreadable", tone: "red" },
};

const groups: { value: string; label: string; has: BankOutcome[] }[] = [
  { value: "new", label: "New", has: ["new"] },
  { value: "known", label: "Already there", has: ["known", "deleted", "byHand"] },
  { value: "in", label: "Money in", has: ["moneyIn"] },
  { value: "out", label: "Left out", has: ["leftOut"] },
  { value: "bad", label: "Unreadable", has: ["unreadable"] },
];

/** The rows of a file, what becomes of each, and the category that new ones are to have. */
export function BankRows({
  report,
  chosen,
  onChoose,
}: {
  report: BankReport;
  chosen: Chosen;
  onChoose: (row: number, category: ExpenseCategory | null) => void;
}) {
  const { gbp, dateLong } = useRules();
  const [wanted, setWanted] = useState("all");
  const offered = groups
    .map((group) => ({ ...group, rows: report.rows.filter(({ outcome }) => group.has.includes(outcome)) }))
    .filter(({ rows }) => rows.length > 0);
  const rows = offered.find(({ value }) => value === wanted)?.rows ?? report.rows;
  const { shown, end } = useGrowing(rows);
  const day = (row: BankRow) => (row.date ? dateLong(row.date) : `Row ${row.row}`);
  const what = (row: BankRow) =>
    isOpen(row) && !report.done ? (
      <Choice row={row} chosen={chosen} onChoose={onChoose} />
    ) : row.category ? (
      categoryOf(row.category).name
    ) : (
      row.says
    );
  const columns: Column<BankRow>[] = [
    { id: "date", header: "Date", width: "w-32", cell: day },
    { id: "supplier", header: "Paid to", cell: ({ supplier }) => supplier },
    {
      id: "amount",
      header: "Amount",
      width: "w-28",
      align: "right",
      cell: (row) =>
        row.outcome === "unreadable" ? null : <Money text={gbp(row.amount)} className="text-ink" />,
    },
    {
      id: "outcome",
      header: "What happens",
      width: "w-40",
      cell: (row) => <Outcome row={row} chosen={chosen} />,
    },
    { id: "category", header: "Category", width: "w-60", cell: what },
  ];
  return (
    <section aria-label="What happens with each row" className="flex min-w-0 flex-col gap-3">
      <Segmented
        label="Rows"
        className="self-start"
        value={wanted}
        onValueChange={setWanted}
        options={[
          { value: "all", label: `All ${report.rows.length}` },
          ...offered.map(({ value, label, rows: found }) => ({ value, label: `${label} ${found.length}` })),
        ]}
      />
      <Card flush>
        <DataTable
          label="Rows of the file"
          rows={shown}
          rowKey={({ row }) => `${row}`}
          columns={columns}
          card={(row) => ({
            title: row.supplier || `Row ${row.row}`,
            amount: row.outcome === "unreadable" ? null : <Money text={gbp(row.amount)} />,
            note: day(row),
            status: <Outcome row={row} chosen={chosen} />,
            detail: what(row),
          })}
        />
        {end ? <div ref={end} aria-hidden className="h-px" /> : null}
      </Card>
    </section>
  );
}

/** What becomes of a row, as it stands with what was chosen. */
function Outcome({ row, chosen }: { row: BankRow; chosen: Chosen }) {
  const choice = chosen.get(row.row);
  const outcome = choice === undefined || !isOpen(row) ? row.outcome : choice === null ? "leftOut" : "new";
  return <Badge tone={words[outcome].tone} label={words[outcome].label} />;
}

const LEAVE_OUT = "";

function Choice({
  row,
  chosen,
  onChoose,
}: {
  row: BankRow;
  chosen: Chosen;
  onChoose: (row: number, category: ExpenseCategory | null) => void;
}) {
  const category = categoryFor(row, chosen);
  const leave = row.outcome === "byHand" ? `Same as ${row.says}` : "Leave out";
  return (
    <SelectField
      label={`Category of ${row.supplier || `row ${row.row}`}`}
      hideLabel
      className="my-1"
      value={category ?? LEAVE_OUT}
      onChange={({ target: { value } }) => onChoose(row.row, isCategory(value) ? value : null)}
      options={[{ value: LEAVE_OUT, label: leave }, ...categoryChoices]}
    />
  );
}
