import type { RecurringSummary } from "../../api/generated/RecurringSummary";
import { useRules } from "../../rules/rules";
import { type Column, DataTable } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { RecurringStateBadge } from "./StateBadge";
import { formatRepeat } from "./series-form";

/** The recurring invoices: a table on desktop, cards on phones. */
export function RecurringTable({ rows }: { rows: RecurringSummary[] }) {
  const { gbp, dateLong } = useRules();
  const formatNextDay = ({ nextDay, paused }: RecurringSummary) =>
    nextDay && !paused ? dateLong(nextDay) : "—";
  const columns: Column<RecurringSummary>[] = [
    { id: "name", header: "Name", width: "w-[28%]", cell: ({ name }) => name },
    { id: "customer", header: "Customer", cell: ({ contactName }) => contactName },
    {
      id: "repeat",
      header: "How often",
      width: "w-40",
      from: "lg",
      cell: ({ repeat }) => formatRepeat(repeat),
    },
    { id: "next", header: "Next", width: "w-32", cell: formatNextDay },
    {
      id: "state",
      header: "What happens",
      width: "w-36",
      cell: (row) => <RecurringStateBadge recurring={row} />,
    },
    {
      id: "amount",
      header: "Amount",
      width: "w-32",
      align: "right",
      cell: ({ totalAmount }) => <Money text={gbp(totalAmount)} className="text-ink" />,
    },
  ];
  return (
    <DataTable
      label="Recurring invoices"
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      to={({ id }) => `/recurring/${id}`}
      card={(row) => ({
        title: row.name,
        amount: <Money text={gbp(row.totalAmount)} />,
        note: row.contactName,
        amountNote: formatRepeat(row.repeat),
        detail: row.nextDay && !row.paused ? `Next ${dateLong(row.nextDay)}` : "",
        status: <RecurringStateBadge recurring={row} />,
      })}
    />
  );
}
