import { Paperclip, Repeat } from "lucide-react";
import type { ExpenseList } from "../../api/generated/ExpenseList";
import type { ExpenseSummary } from "../../api/generated/ExpenseSummary";
import { WaitsMark } from "../../entities/here/WaitsMark";
import { useRules } from "../../rules/rules";
import { type Column, DataTable, type FootRow, type Sorting } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { categoryOf, firstLine, isToWorkOut, nameOf, WORKED_OUT_LATER } from "./expense";

/** The expenses: a table on desktop, cards on phones. */
export function ExpensesTable({
  rows,
  sorting,
  list,
}: {
  rows: ExpenseSummary[];
  sorting: Sorting;
  list: ExpenseList | undefined;
}) {
  const { gbp, dateLong } = useRules();
  const columns: Column<ExpenseSummary>[] = [
    {
      id: "supplier",
      header: "Supplier",
      width: "w-[24%]",
      sorts: "asc",
      cell: (row) => (
        <>
          {nameOf(row)}
          <Marks row={row} />
        </>
      ),
    },
    { id: "date", header: "Date", width: "w-30", sorts: "asc", cell: ({ date }) => dateLong(date) },
    {
      id: "category",
      header: "Category",
      width: "w-44",
      cell: ({ category }) => categoryOf(category).name,
    },
    { id: "for", header: "What for", from: "lg", cell: whatFor },
    {
      id: "vat",
      header: "VAT",
      width: "w-24",
      align: "right",
      from: "lg",
      cell: ({ vatAmount }) => (Number(vatAmount) === 0 ? null : <Money text={gbp(vatAmount)} />),
    },
    {
      id: "amount",
      header: "Amount",
      width: "w-32",
      align: "right",
      sorts: "desc",
      cell: (row) => <Amount row={row} />,
    },
  ];
  const foot: FootRow[] = list
    ? [
        {
          label: countOf(list, rows),
          sums: {
            vat: <Money text={gbp(list.totalVat)} className="font-semibold text-ink" />,
            amount: isSumKnown(list, rows) ? (
              <Money text={gbp(list.totalAmount)} className="font-semibold text-ink" />
            ) : (
              "—"
            ),
          },
        },
      ]
    : [];
  return (
    <DataTable
      label="Expenses"
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      sorting={sorting}
      foot={foot}
      to={({ id }) => `/expenses/edit/${id}`}
      card={(row) => ({
        title: nameOf(row),
        amount: <Amount row={row} />,
        note: [dateLong(row.date), categoryOf(row.category).name].join(" · "),
        status: <Marks row={row} />,
        detail: isToWorkOut(row) ? (
          <span className="inline-block first-letter:uppercase">
            {[whatFor(row), WORKED_OUT_LATER].filter(Boolean).join(" · ")}
          </span>
        ) : (
          whatFor(row)
        ),
      })}
    />
  );
}

/** What was spent; of a journey that nobody can reckon yet no amount, rather than a wrong one. */
function Amount({ row }: { row: ExpenseSummary }) {
  const { gbp } = useRules();
  if (!isToWorkOut(row)) return <Money text={gbp(row.amount)} className="text-ink" />;
  return (
    <span title={WORKED_OUT_LATER}>
      <span aria-hidden>—</span>
      <span className="sr-only">{WORKED_OUT_LATER}</span>
    </span>
  );
}

/** How many they are, and how many of them their sum does not know yet. */
export function countOf({ total }: ExpenseList, rows: readonly ExpenseSummary[]): string {
  const later = rows.filter(isToWorkOut).length;
  const count = `${total} ${total === 1 ? "expense" : "expenses"}`;
  return later === 0 ? count : `${count}, ${later} ${WORKED_OUT_LATER}`;
}

/** Whether there is anything in a sum: not while all that it is of is yet to be worked out. */
export const isSumKnown = ({ totalAmount }: ExpenseList, rows: readonly ExpenseSummary[]) =>
  Number(totalAmount) !== 0 || !rows.some(isToWorkOut);

/** What it was for, and where, as far as its name does not say it. */
function whatFor(row: ExpenseSummary): string {
  const words = firstLine(row.description);
  return [words === nameOf(row) ? "" : words, row.job].filter(Boolean).join(" · ");
}

/** That it has receipts, and that it repeats. */
function Marks({ row: { id, receiptCount, repeats } }: { row: ExpenseSummary }) {
  const receipts = receiptCount === 1 ? "1 receipt" : `${receiptCount} receipts`;
  const waits = <WaitsMark sort="expense" id={id} />;
  if (receiptCount === 0 && !repeats) return waits;
  return (
    <span className="ml-1.5 inline-flex items-center gap-1 align-middle text-quiet">
      {receiptCount > 0 ? <Paperclip role="img" aria-label={receipts} size={14} strokeWidth={2} /> : null}
      {repeats ? <Repeat role="img" aria-label="Repeats" size={14} strokeWidth={2} /> : null}
      {waits}
    </span>
  );
}
