import { useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { CancelledJob as Cancelled } from "../../api/generated/CancelledJob";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { NumberField } from "../../ui/NumberField";
import { useSupportView } from "../../ui/support-view";
import type { StoredDocument } from "../types";
import { useSaveSettlement } from "./queries";
import { UNCONFIRMED_RULE_NOTE } from "./unread";

const SHARE_LABEL = "How much of the work was done";

/** What follows from a cancelled job, or from a variation of one: how much of it was done, what is owed for that, and what goes back. */
export function CancelledJobSection({
  quote,
  cancelled,
  finishedDate,
}: {
  quote: StoredDocument;
  cancelled: Cancelled;
  finishedDate: string | null;
}) {
  const { gbp, dateLong } = useRules();
  const saveSettlement = useSaveSettlement(quote.id);
  const isReadOnly = useSupportView() !== null;
  const [share, setShare] = useState(cancelled.shareDone ?? "");
  const { owed, paid, giveBack, toPay, by } = cancelled.owed;
  const { askedEarly, withWholeJob } = cancelled;
  const { variationOf } = quote;
  const isPaid = Number(paid) > 0;
  const isWaitingForEarlier = owed === null && !withWholeJob && (!askedEarly || cancelled.shareDone !== null);
  const rows = [
    owed !== null && { label: "They owe", amount: owed },
    isPaid && { label: variationOf ? "Paid for it" : "Paid so far", amount: paid },
    giveBack !== null && Number(giveBack) > 0 && { label: "To refund", amount: giveBack },
    toPay !== null && Number(toPay) > 0 && { label: "Still to pay", amount: toPay },
  ].filter((row) => row !== false);
  return (
    <div className="grid gap-3">
      <p className="text-quiet text-sm">
        {cancelled.byBusiness ? `You recorded it: ${cancelled.noted}.` : `On their page: ${cancelled.noted}.`}
      </p>
      {cancelled.with.length > 0 && (
        <p className="text-sm">{`Cancelled with it: ${cancelled.with.join(", ")}.`}</p>
      )}
      {withWholeJob && variationOf && (
        <p className="text-sm">
          {"The refund is worked out for the whole job, on "}
          <Link to={`/quotes/${variationOf.id}`} className="text-ink underline underline-offset-4">
            {`quote ${variationOf.quoteNumber}`}
          </Link>
          .
        </p>
      )}
      {askedEarly ? (
        <form
          className="grid gap-1.5"
          onSubmit={(event) => {
            event.preventDefault();
            saveSettlement.mutate({ finishedDate, shareDone: share.trim() || null });
          }}
        >
          {/* Above both, so that the button stands beside the field whatever is said under that. */}
          <span aria-hidden className="font-medium text-ink text-sm">
            {SHARE_LABEL}
          </span>
          <div className="flex items-start gap-3">
            <NumberField
              className="flex-1"
              label={SHARE_LABEL}
              hideLabel
              suffix="%"
              value={share}
              disabled={isReadOnly}
              onValueChange={setShare}
              error={saveSettlement.error ? getErrorMessage(saveSettlement.error) : undefined}
            />
            <Button type="submit" busy={saveSettlement.isPending} writes>
              Work it out
            </Button>
          </div>
          <p className="text-quiet text-sm">
            Their page shows what they owe for it. If they have an email address, we email it to them too.
          </p>
        </form>
      ) : (
        !withWholeJob && <p className="text-sm">{describeNotAskedEarly(Boolean(variationOf), owed)}</p>
      )}
      {isWaitingForEarlier && (
        <Banner tone="amber">
          A variation of this job was cancelled earlier. Open it from ‘This job’ and say how much of it was
          done, so that we can work out what is owed.
        </Banner>
      )}
      {rows.length > 0 && (
        <dl className="grid gap-1 rounded-md bg-canvas p-4">
          {rows.map(({ label, amount }) => (
            <div key={label} className="flex items-baseline justify-between gap-4">
              <dt className="text-quiet">{label}</dt>
              <dd>
                <Money text={gbp(amount)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isPaid && by && giveBack !== "0.00" && (
        <p className="text-sm">
          {`Refund them by ${dateLong(by)}, the way they paid. `}
          {quote.payments.some(({ mayGiveBack }) => mayGiveBack) && "Then record it with the payment. "}
          <span className="text-quiet">{`Consumer Contracts Regulations 2013, reg. 34 · ${UNCONFIRMED_RULE_NOTE}`}</span>
        </p>
      )}
      <Banner tone="amber">
        {variationOf && !withWholeJob
          ? "Invoices of the job stay as they are. If one includes this variation, make a credit note."
          : "Invoices of this job stay as they are, and you can still make one. Only ask for what is owed."}
      </Banner>
    </div>
  );
}

/** What is owed of what nobody had asked for early: of a job what they cancelled of it before may be all the same. */
function describeNotAskedEarly(isVariation: boolean, owed: string | null): string {
  if (isVariation)
    return "They hadn’t asked you to start it early, so they owe nothing for it, even if work was done.";
  if (owed === null || Number(owed) > 0) {
    return "They hadn’t asked you to start early: they only owe for the part they had cancelled earlier.";
  }
  return "They hadn’t asked you to start early, so they owe nothing, even if work was done.";
}
