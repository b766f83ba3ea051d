import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { CancellationResponse } from "../../api/generated/CancellationResponse";
import type { CancelledJob as Cancelled } from "../../api/generated/CancelledJob";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DateField } from "../../ui/DateField";
import { Dialog } from "../../ui/Dialog";
import { Money } from "../../ui/Money";
import { NumberField } from "../../ui/NumberField";
import { useSupportView } from "../../ui/support-view";
import { toast } from "../../ui/toast";
import type { StoredDocument } from "../types";
import { cancellationQuery, useRecordCancellation, useSaveSettlement } from "./queries";
import { SourcedSentences, UNCONFIRMED_RULE_NOTE } from "./SourcedSentences";

const SHARE_LABEL = "How much of the work was done";

/**
 * The consequences of a cancelled job or variation: how much work was done, what is owed for it, and what is
 * refunded.
 */
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
          {/* Above both, so that the button lines up with the field whatever is displayed under the
              field. */}
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

/** What is owed if no early start was requested; for a job, earlier partial cancellations may still count. */
function describeNotAskedEarly(isVariation: boolean, owed: string | null): string {
  if (isVariation)
    return "They hadn’t asked you to start it early, so they owe nothing for it, even if work was done.";
  if (owed === null || Number(owed) > 0) {
    return "They hadn’t asked you to start early: they only owe for the part they had cancelled earlier.";
  }
  return "They hadn’t asked you to start early, so they owe nothing, even if work was done.";
}

const showErrorToast = (error: Error) => toast({ title: getErrorMessage(error), tone: "bad" });

/**
 * The state of a quote's cancellation: the deadline, whether an early start was requested, and what is owed
 * after cancelling.
 */
export function CancellationCard({ quote }: { quote: StoredDocument }) {
  const { data: cancellation } = useQuery({
    ...cancellationQuery(quote.id),
    enabled: quote.publicToken !== null,
  });
  if (!cancellation?.line) return null;
  return <CancellationCardContent quote={quote} cancellation={cancellation} />;
}

function CancellationCardContent({
  quote,
  cancellation,
}: {
  quote: StoredDocument;
  cancellation: CancellationResponse;
}) {
  const { dateLong } = useRules();
  const saveSettlement = useSaveSettlement(quote.id);
  const [openDialog, setOpenDialog] = useState<"told" | "finished" | "arrived" | null>(null);
  const { cancelled, finishedDate, until, earlyStart, mayCancel, mayFinish, decision } = cancellation;
  const { goods, goodsArrivedDate, mayArrive } = cancellation;
  return (
    <Card title="Cancelling">
      <div className="grid gap-3">
        <p className="font-medium text-ink">{cancellation.line}</p>
        {mayCancel && earlyStart !== null && (
          <p className="text-sm">
            {earlyStart
              ? "They asked you to start before then. If they cancel, they pay for the work done up to that point."
              : goods
                ? "They didn’t ask you to start early. Get their written request before you start work within the 14 days."
                : `They didn’t ask you to start early. Start after ${until ? dateLong(until) : "that day"}, or get their written request first.`}
          </p>
        )}
        {mayArrive && goodsArrivedDate && (
          <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <span>{`The last of the goods arrived on ${dateLong(goodsArrivedDate)}.`}</span>
            <span className="flex flex-wrap gap-2">
              <Button variant="quiet" writes onClick={() => setOpenDialog("arrived")}>
                Change the date
              </Button>
              <Button
                variant="quiet"
                busy={saveSettlement.isPending}
                writes
                onClick={() =>
                  saveSettlement.mutate(
                    { finishedDate, shareDone: null, goodsArrivedDate: null },
                    { onError: showErrorToast },
                  )
                }
              >
                Not all have arrived
              </Button>
            </span>
          </div>
        )}
        {finishedDate && !cancelled && (
          <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <span>{`All of the work was done on ${dateLong(finishedDate)}.`}</span>
            <Button
              variant="quiet"
              busy={saveSettlement.isPending}
              writes
              onClick={() =>
                saveSettlement.mutate({ finishedDate: null, shareDone: null }, { onError: showErrorToast })
              }
            >
              Not yet
            </Button>
          </div>
        )}
        {cancelled && <CancelledJobSection quote={quote} cancelled={cancelled} finishedDate={finishedDate} />}
        {decision.duties.length > 0 && !cancelled && (
          <details className="text-sm">
            <summary className="flex min-h-12 items-center font-medium text-ink underline underline-offset-2">
              What the law says
            </summary>
            <SourcedSentences sentences={[decision.reason, ...decision.duties, ...decision.doubts]} />
          </details>
        )}
        {mayArrive && !goodsArrivedDate && (
          <Button block writes onClick={() => setOpenDialog("arrived")}>
            The last of the goods has arrived
          </Button>
        )}
        {mayFinish && !finishedDate && (
          <Button block writes onClick={() => setOpenDialog("finished")}>
            All the work is done
          </Button>
        )}
        {mayCancel && (
          <Button block variant="quiet" writes onClick={() => setOpenDialog("told")}>
            The customer has cancelled
          </Button>
        )}
      </div>
      {openDialog === "told" && (
        <RecordCancellationDialog quote={quote} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === "finished" && <WorkFinishedDialog quote={quote} onClose={() => setOpenDialog(null)} />}
      {openDialog === "arrived" && (
        <GoodsArrivedDialog quote={quote} cancellation={cancellation} onClose={() => setOpenDialog(null)} />
      )}
    </Card>
  );
}

/** Records that the customer cancelled by post, email or phone. */
function RecordCancellationDialog({ quote, onClose }: { quote: StoredDocument; onClose: () => void }) {
  const recordCancellation = useRecordCancellation(quote.id);
  const [day, setDay] = useState(todayInLondon);
  return (
    <DateDialog
      title="Record the cancellation"
      description={`For a letter, an email or a call. It counts from the day they sent it.${
        quote.contact?.email ? " We’ll email them to confirm that you have it." : ""
      }`}
      label="The day they sent it"
      confirmLabel="Record it"
      tone="danger"
      day={day}
      onDayChange={setDay}
      busy={recordCancellation.isPending}
      error={recordCancellation.error}
      onConfirm={() => recordCancellation.mutate(day, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Records that the work of an early start is finished. */
function WorkFinishedDialog({ quote, onClose }: { quote: StoredDocument; onClose: () => void }) {
  const saveSettlement = useSaveSettlement(quote.id);
  const [day, setDay] = useState(todayInLondon);
  return (
    <DateDialog
      title="Is all of the work done?"
      description="Because they asked you to start early, this ends their right to cancel, as the notice says. They see the day on their page."
      label="The day it was finished"
      confirmLabel="It’s all done"
      tone="primary"
      day={day}
      onDayChange={setDay}
      busy={saveSettlement.isPending}
      error={saveSettlement.error}
      onConfirm={() => saveSettlement.mutate({ finishedDate: day, shareDone: null }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Records when the last goods were delivered to the customer. */
function GoodsArrivedDialog({
  quote,
  cancellation,
  onClose,
}: {
  quote: StoredDocument;
  cancellation: CancellationResponse;
  onClose: () => void;
}) {
  const saveSettlement = useSaveSettlement(quote.id);
  const { finishedDate, goodsArrivedDate } = cancellation;
  const [day, setDay] = useState(() => goodsArrivedDate ?? todayInLondon());
  return (
    <DateDialog
      title="When did the last goods arrive?"
      description="The customer has 14 days from that day to cancel, and sees it on their page. If more goods come later, change the date."
      label="The day the last goods arrived"
      confirmLabel="Save"
      tone="primary"
      day={day}
      onDayChange={setDay}
      busy={saveSettlement.isPending}
      error={saveSettlement.error}
      onConfirm={() =>
        saveSettlement.mutate(
          { finishedDate, shareDone: null, goodsArrivedDate: day },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  );
}

function DateDialog({
  title,
  description,
  label,
  confirmLabel,
  tone,
  day,
  onDayChange,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  title: string;
  description: string;
  label: string;
  confirmLabel: string;
  tone: "danger" | "primary";
  day: string;
  onDayChange: (day: string) => void;
  busy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant={tone} busy={busy} disabled={day === ""} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <DateField
        label={label}
        value={day}
        onValueChange={onDayChange}
        error={error ? getErrorMessage(error) : undefined}
      />
    </Dialog>
  );
}
