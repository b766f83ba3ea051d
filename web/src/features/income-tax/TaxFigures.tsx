import { useRules } from "../../rules/rules";
import { type Column, DataTable } from "../../ui/DataTable";
import { CHECK_WITH_ACCOUNTANT } from "../../ui/LabelledAmount";
import { Money } from "../../ui/Money";

/** A figure as a row of a list. */
export interface TaxFigureRow {
  id: string;
  /** The code of the form or of HMRC: a box's number or a field's name. */
  code: string;
  label: string;
  amount: string;
  confirmed: boolean;
  /** Whether it is a sum of others. */
  isSum?: boolean;
  note?: string;
  /** The address of its records. */
  to?: string;
}

/** Figures with their labels and amounts; pressing one opens its records. */
export function TaxFigures({
  label,
  codeHeader,
  codeWidth,
  rows,
}: {
  label: string;
  codeHeader: string;
  codeWidth: string;
  rows: TaxFigureRow[];
}) {
  const { gbp } = useRules();
  const getRowNote = ({ confirmed, note }: TaxFigureRow) =>
    [note, confirmed ? "" : CHECK_WITH_ACCOUNTANT].filter(Boolean).join(" · ");
  const columns: Column<TaxFigureRow>[] = [
    { id: "code", header: codeHeader, width: codeWidth, cell: (row) => row.code },
    {
      id: "label",
      header: "What",
      cell: (row) => (
        <span className={row.isSum ? "font-semibold text-ink" : undefined}>
          {row.label}
          {getRowNote(row) ? (
            <span className="font-normal text-quiet text-sm">{` · ${getRowNote(row)}`}</span>
          ) : null}
        </span>
      ),
    },
    {
      id: "amount",
      header: "Amount",
      width: "w-36",
      align: "right",
      cell: (row) => (
        <Money text={gbp(row.amount)} className={row.isSum ? "font-semibold text-ink" : "text-ink"} />
      ),
    },
  ];
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      to={(row) => row.to ?? ""}
      card={(row) => ({
        title: row.label,
        amount: <Money text={gbp(row.amount)} />,
        note: /^\d+$/.test(row.code) ? `Box ${row.code}` : undefined,
        detail: getRowNote(row) || undefined,
      })}
    />
  );
}
