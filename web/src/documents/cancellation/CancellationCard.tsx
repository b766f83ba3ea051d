import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getErrorMessage } from "../../api/errors";
import type { CancellationResponse } from "../../api/generated/CancellationResponse";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DateField } from "../../ui/DateField";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import type { StoredDocument } from "../types";
import { CancelledJobSection } from "./CancelledJob";
import { cancellationQuery, useRecordCancellation, useSaveSettlement } from "./queries";
import { SourcedSentences } from "./SourcedSentences";

const showErrorToast = (error: Error) => toast({ title: getErrorMessage(error), tone: "bad" });

/** How a quote stands to being cancelled: until when, what was asked for early, and what is owed once it was. */
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

/** The customer wrote or called. */
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

/** What was asked for early is done. */
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

/** The last of the goods are with the customer. */
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
