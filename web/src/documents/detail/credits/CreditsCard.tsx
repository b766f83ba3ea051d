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
  const creditNotes = doc.creditNotes ?? [];
  const refundDue = doc.toGiveBack ?? "0";
  const issuedNote = creditNotes.find(({ number }) => number !== null);
  if (creditNotes.length === 0) return null;
  return (
    <Card title="Credit notes">
      <ul className="-my-3 divide-y divide-line">
        {creditNotes.map(({ id, number, amount, refunded }) => (
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
      {Number(refundDue) > 0 && issuedNote && (
        <Banner tone="amber" title={`${gbp(refundDue)} to refund`} className="mt-4">
          {
            "Your customer has paid more than the invoice now comes to. Refund the difference, then record it on "
          }
          <Link to={`/credit-notes/${issuedNote.id}`} className="font-medium underline underline-offset-4">
            {issuedNote.number}
          </Link>
          .
        </Banner>
      )}
    </Card>
  );
}
