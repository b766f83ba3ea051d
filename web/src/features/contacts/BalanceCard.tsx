import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { Link } from "react-router";
import { balancesQuery } from "../../entities/contacts/queries";
import { WaitingNotCounted } from "../../entities/waiting/WithoutWaiting";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { LoadingRegion, Skeleton } from "../../ui/Skeleton";

/** What this customer owes: the sum of their outstanding invoices. */
export function ContactBalanceCard({ contactId }: { contactId: string }) {
  const { gbp } = useRules();
  const { data, isError } = useQuery(balancesQuery);
  // Without signal, and never read here: nothing is known to be said.
  if (isError && !data) return null;
  if (!data) {
    return (
      <Card>
        <LoadingRegion>
          <Skeleton className="h-12 w-40" />
        </LoadingRegion>
      </Card>
    );
  }
  const balance = data.contacts.find((one) => one.contactId === contactId);
  return (
    <Card>
      <p className="text-quiet text-sm">Owes you</p>
      <p className="font-semibold text-2xl text-ink tracking-tight max-sm:text-[length:min(1.75rem,8.5vw)]">
        <Money text={gbp(balance?.outstanding ?? "0.00")} />
      </p>
      {balance ? (
        <p className="text-quiet text-sm">
          {balance.invoices === 1 ? "on 1 invoice" : `on ${balance.invoices} invoices`}
          {Number(balance.overdue) > 0 ? (
            <span className="font-medium text-bad">{`, ${gbp(balance.overdue)} overdue`}</span>
          ) : null}
        </p>
      ) : (
        <p className="text-quiet text-sm">Nothing is outstanding.</p>
      )}
      <WaitingNotCounted className="mt-1" />
      <Button asChild className="mt-3" block>
        <Link to={`/contacts/${contactId}/statement`}>
          <ScrollText aria-hidden size={18} strokeWidth={1.75} />
          Statement
        </Link>
      </Button>
    </Card>
  );
}
