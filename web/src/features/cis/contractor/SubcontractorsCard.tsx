import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link } from "react-router";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { subcontractorsQuery } from "./queries";

/** Who is paid as a subcontractor, each with the rate that holds today. */
export function SubcontractorsCard() {
  const { data } = useQuery(subcontractorsQuery);
  if (!data) return null;
  return (
    <Card title="Subcontractors" className="print:hidden">
      {data.length === 0 ? (
        <p className="text-quiet">
          Verify each subcontractor with HMRC before you first pay them, then enter the result here.
        </p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {data.map(({ contactId, name, rate, utr }) => (
            <li key={contactId}>
              <Link
                to={`/cis/subcontractors/${contactId}`}
                className="flex min-h-control items-center justify-between gap-3 py-2 text-ink"
              >
                <span className="min-w-0">
                  <span className="block font-medium">{name}</span>
                  <span className="block text-quiet text-sm">{utr ? `UTR ${utr}` : "No UTR"}</span>
                </span>
                <span className="shrink-0 tabular-nums">{rate === null ? "No rate yet" : `${rate}%`}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Button asChild icon={<Plus aria-hidden size={18} strokeWidth={1.75} />} className="mt-4">
        <Link to="/cis/subcontractors/new">Add a subcontractor</Link>
      </Button>
    </Card>
  );
}
