import { Link } from "react-router";
import { useRules } from "../../../rules/rules";
import { Badge } from "../../../ui/Badge";
import { Banner } from "../../../ui/Banner";
import { Card } from "../../../ui/Card";
import { Money } from "../../../ui/Money";
import type { StoredDocument } from "../../types";

/** What was taken off an invoice, and what is to be given back for it. */
export function CreditsCard({ document: doc }: { document: StoredDocument }) {
  const { gbp } = useRules();
  const notes = doc.creditNotes ?? [];
  const back = doc.toGiveBack ?? "0";
  const on = notes.find(({ number }) => number !== null);
  if (notes.length === 0) return null;
  return (
    <Card title="Credit notes">
      <ul className="-my-3 divide-y divide-line">
        {notes.map(({ id, number, amount, refunded }) => (
          <li key={id} className="py-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Link to={`/credit-notes/${id}`} className="font-medium text-ink underline underline-offset-4">
                {number ?? "Draft credit note"}
              </Link>
              <Money text={gbp(`-${amount}`)} className="font-semibold text-ink" />
            </div>
            {number === null ? (
              <Badge tone="grey" label="Not sent, so it doesn’t count yet" />
            ) : (
              Number(refunded) > 0 && <p className="text-quiet text-sm">{`${gbp(refunded)} refunded`}</p>
            )}
          </li>
        ))}
      </ul>
      {Number(back) > 0 && on && (
        <Banner tone="amber" title={`${gbp(back)} to refund`} className="mt-4">
          {
            "Your customer has paid more than the invoice now comes to. Refund the difference, then record it on "
          }
          <Link to={`/credit-notes/${on.id}`} className="font-medium underline underline-offset-4">
            {on.number}
          </Link>
          .
        </Banner>
      )}
    </Card>
  );
}
