import { Paperclip, Repeat } from "lucide-react";
import type { ExpenseList } from "../../api/generated/ExpenseList";
import type { ExpenseSummary } from "../../api/generated/ExpenseSummary";
import { WaitingBadge } from "../../entities/waiting/WaitingBadge";
import { useRules } from "../../rules/rules";
import { type Column, DataTable, type FootRow, type Sorting } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { AMOUNT_PENDING_TEXT, findCategory, getExpenseName, getFirstLine, isAmountPending } from "./expense";

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
      firstDirection: "asc",
      cell: (row) => (
        <>
          {getExpenseName(row)}
          <ExpenseMarks row={row} />
        </>
      ),
    },
    { id: "date", header: "Date", width: "w-30", firstDirection: "asc", cell: ({ date }) => dateLong(date) },
    {
      id: "category",
      header: "Category",
      width: "w-44",
      cell: ({ category }) => findCategory(category).name,
    },
    { id: "for", header: "What for", from: "lg", cell: describePurpose },
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
      firstDirection: "desc",
      cell: (row) => <ExpenseAmount row={row} />,
    },
  ];
  const foot: FootRow[] = list
    ? [
        {
          label: describeCount(list, rows),
          sums: {
            vat: <Money text={gbp(list.totalVat)} className="font-semibold text-ink" />,
            amount: hasKnownSum(list, rows) ? (
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
        title: getExpenseName(row),
        amount: <ExpenseAmount row={row} />,
        note: [dateLong(row.date), findCategory(row.category).name].join(" · "),
        status: <ExpenseMarks row={row} />,
        detail: isAmountPending(row) ? (
          <span className="inline-block first-letter:uppercase">
            {[describePurpose(row), AMOUNT_PENDING_TEXT].filter(Boolean).join(" · ")}
          </span>
        ) : (
          describePurpose(row)
        ),
      })}
    />
  );
}

/**
 * The amount of an expense; for a journey that can't be calculated yet, no amount rather than a wrong one.
 */
function ExpenseAmount({ row }: { row: ExpenseSummary }) {
  const { gbp } = useRules();
  if (!isAmountPending(row)) return <Money text={gbp(row.amount)} className="text-ink" />;
  return (
    <span title={AMOUNT_PENDING_TEXT}>
      <span aria-hidden>—</span>
      <span className="sr-only">{AMOUNT_PENDING_TEXT}</span>
    </span>
  );
}

/** How many expenses there are, and how many of them the sum doesn't include yet. */
export function describeCount({ total }: ExpenseList, rows: readonly ExpenseSummary[]): string {
  const later = rows.filter(isAmountPending).length;
  const count = `${total} ${total === 1 ? "expense" : "expenses"}`;
  return later === 0 ? count : `${count}, ${later} ${AMOUNT_PENDING_TEXT}`;
}

/** Whether the sum is worth displaying: not while all of its amounts are yet to be calculated. */
export const hasKnownSum = ({ totalAmount }: ExpenseList, rows: readonly ExpenseSummary[]) =>
  Number(totalAmount) !== 0 || !rows.some(isAmountPending);

/** The purpose and the job of an expense, unless its name already says so. */
function describePurpose(row: ExpenseSummary): string {
  const text = getFirstLine(row.description);
  return [text === getExpenseName(row) ? "" : text, row.job].filter(Boolean).join(" · ");
}

/** Shows that an expense has receipts, and that it repeats. */
function ExpenseMarks({ row: { id, receiptCount, repeats } }: { row: ExpenseSummary }) {
  const receipts = receiptCount === 1 ? "1 receipt" : `${receiptCount} receipts`;
  const waitingMark = <WaitingBadge sort="expense" id={id} />;
  if (receiptCount === 0 && !repeats) return waitingMark;
  return (
    <span className="ml-1.5 inline-flex items-center gap-1 align-middle text-quiet">
      {receiptCount > 0 ? <Paperclip role="img" aria-label={receipts} size={14} strokeWidth={2} /> : null}
      {repeats ? <Repeat role="img" aria-label="Repeats" size={14} strokeWidth={2} /> : null}
      {waitingMark}
    </span>
  );
}
