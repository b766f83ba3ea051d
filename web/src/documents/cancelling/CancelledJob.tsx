import { useState } from "react";
import { Link } from "react-router";
import { errorMessage } from "../../api/errors";
import type { CancelledJob as Cancelled } from "../../api/generated/CancelledJob";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { NumberField } from "../../ui/NumberField";
import type { StoredDocument } from "../types";
import { useSettleCancellation } from "./queries";
import { UNREAD } from "./unread";

const SHARE = "How much of the work was done";

/** What follows from a cancelled job, or from a variation of one: how much of it was done, what is owed for that, and what goes back. */
export function CancelledJob({
  quote,
  cancelled,
  finishedDate,
}: {
  quote: StoredDocument;
  cancelled: Cancelled;
  finishedDate: string | null;
}) {
  const { gbp, dateLong } = useRules();
  const settle = useSettleCancellation(quote.id);
  const [share, setShare] = useState(cancelled.shareDone ?? "");
  const { owed, paid, giveBack, toPay, by } = cancelled.owed;
  const { askedEarly, withWholeJob } = cancelled;
  const { variationOf } = quote;
  const isPaid = Number(paid) > 0;
  const waitsForEarlier = owed === null && !withWholeJob && (!askedEarly || cancelled.shareDone !== null);
  const rows = [
    owed !== null && { label: "They owe", amount: owed },
    isPaid && { label: variationOf ? "Paid for it" : "Paid so far", amount: paid },
    giveBack !== null && Number(giveBack) > 0 && { label: "To give back", amount: giveBack },
    toPay !== null && Number(toPay) > 0 && { label: "Still to pay", amount: toPay },
  ].filter((row) => row !== false);
  return (
    <div className="grid gap-3">
      <p className="text-quiet text-sm">
        {cancelled.byBusiness ? `You noted it: ${cancelled.noted}.` : `On their page: ${cancelled.noted}.`}
      </p>
      {cancelled.with.length > 0 && (
        <p className="text-sm">{`Cancelled with it: ${cancelled.with.join(", ")}.`}</p>
      )}
      {withWholeJob && variationOf && (
        <p className="text-sm">
          {"What goes back is worked out for the whole job, on "}
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
            settle.mutate({ finishedDate, shareDone: share.trim() || null });
          }}
        >
          {/* Above both, so that the button stands beside the field whatever is said under that. */}
          <span aria-hidden className="font-medium text-ink text-sm">
            {SHARE}
          </span>
          <div className="flex items-start gap-3">
            <NumberField
              className="flex-1"
              label={SHARE}
              hideLabel
              suffix="%"
              value={share}
              onValueChange={setShare}
              error={settle.error ? errorMessage(settle.error) : undefined}
            />
            <Button type="submit" busy={settle.isPending}>
              Work it out
            </Button>
          </div>
          <p className="text-quiet text-sm">
            They read on their page what they owe for it, and get an email where they have an address.
          </p>
        </form>
      ) : (
        !withWholeJob && <p className="text-sm">{notAskedEarly(Boolean(variationOf), owed)}</p>
      )}
      {waitsForEarlier && (
        <Banner tone="amber">
          A variation of this job was cancelled before by itself. Open it from ‘This job’ and say how much of
          it was done: then what is owed can be worked out.
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
          {`What goes back has to be with them by ${dateLong(by)}, the way they paid it. `}
          {quote.payments.some(({ mayGiveBack }) => mayGiveBack) &&
            "Note it with the payment once it is done. "}
          <span className="text-quiet">{`Consumer Contracts Regulations 2013, reg. 34 · ${UNREAD}`}</span>
        </p>
      )}
      <Banner tone="amber">
        {variationOf && !withWholeJob
          ? "Invoices of the job stay as they are. Make a credit note where one asks for this variation."
          : "Invoices of this job stay as they are, and you can still make one. Only ask for what is owed."}
      </Banner>
    </div>
  );
}

/** What is owed of what nobody had asked for early: of a job what they cancelled of it before may be all the same. */
function notAskedEarly(varies: boolean, owed: string | null): string {
  if (varies)
    return "They had not asked you to start it early, so they owe nothing for it, whatever was done.";
  if (owed === null || Number(owed) > 0) {
    return "They had not asked you to start this early: they owe only for what they cancelled of it before.";
  }
  return "They had not asked you to start early, so they owe nothing, whatever was done.";
}
