import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../api/errors";
import type { CancellationResponse } from "../../api/generated/CancellationResponse";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DateField } from "../../ui/DateField";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import type { StoredDocument } from "../types";
import { CancelledJob } from "./CancelledJob";
import { cancellationQuery, useNoteCancellation, useSettleCancellation } from "./queries";
import { Told } from "./Told";

const failed = (error: Error) => toast({ title: errorMessage(error), tone: "bad" });

/** How a quote stands to being cancelled: until when, what was asked for early, and what is owed once it was. */
export function CancellationCard({ quote }: { quote: StoredDocument }) {
  const { data: answer } = useQuery({ ...cancellationQuery(quote.id), enabled: quote.publicToken !== null });
  if (!answer?.line) return null;
  return <Shown quote={quote} answer={answer} />;
}

function Shown({ quote, answer }: { quote: StoredDocument; answer: CancellationResponse }) {
  const { dateLong } = useRules();
  const settle = useSettleCancellation(quote.id);
  const [asking, setAsking] = useState<"told" | "finished" | "arrived" | null>(null);
  const { cancelled, finishedDate, until, earlyStart, mayCancel, mayFinish, decision } = answer;
  const { goods, goodsArrivedDate, mayArrive } = answer;
  return (
    <Card title="Cancelling">
      <div className="grid gap-3">
        <p className="font-medium text-ink">{answer.line}</p>
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
              <Button variant="quiet" writes onClick={() => setAsking("arrived")}>
                Change the date
              </Button>
              <Button
                variant="quiet"
                busy={settle.isPending}
                writes
                onClick={() =>
                  settle.mutate(
                    { finishedDate, shareDone: null, goodsArrivedDate: null },
                    { onError: failed },
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
              busy={settle.isPending}
              writes
              onClick={() => settle.mutate({ finishedDate: null, shareDone: null }, { onError: failed })}
            >
              Not yet
            </Button>
          </div>
        )}
        {cancelled && <CancelledJob quote={quote} cancelled={cancelled} finishedDate={finishedDate} />}
        {decision.duties.length > 0 && !cancelled && (
          <details className="text-sm">
            <summary className="flex min-h-12 items-center font-medium text-ink underline underline-offset-2">
              What the law says
            </summary>
            <Told said={[decision.reason, ...decision.duties, ...decision.doubts]} />
          </details>
        )}
        {mayArrive && !goodsArrivedDate && (
          <Button block writes onClick={() => setAsking("arrived")}>
            The last of the goods has arrived
          </Button>
        )}
        {mayFinish && !finishedDate && (
          <Button block writes onClick={() => setAsking("finished")}>
            All the work is done
          </Button>
        )}
        {mayCancel && (
          <Button block variant="quiet" writes onClick={() => setAsking("told")}>
            The customer has cancelled
          </Button>
        )}
      </div>
      {asking === "told" && <NoteDialog quote={quote} onClose={() => setAsking(null)} />}
      {asking === "finished" && <FinishedDialog quote={quote} onClose={() => setAsking(null)} />}
      {asking === "arrived" && (
        <ArrivedDialog quote={quote} answer={answer} onClose={() => setAsking(null)} />
      )}
    </Card>
  );
}

/** The customer wrote or called. */
function NoteDialog({ quote, onClose }: { quote: StoredDocument; onClose: () => void }) {
  const note = useNoteCancellation(quote.id);
  const [day, setDay] = useState(todayInLondon);
  return (
    <DayDialog
      title="Record the cancellation"
      description={`For a letter, an email or a call. It counts from the day they sent it.${
        quote.contact?.email ? " We’ll email them to confirm that you have it." : ""
      }`}
      label="The day they sent it"
      confirmLabel="Record it"
      tone="danger"
      day={day}
      onDay={setDay}
      busy={note.isPending}
      error={note.error}
      onConfirm={() => note.mutate(day, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** What was asked for early is done. */
function FinishedDialog({ quote, onClose }: { quote: StoredDocument; onClose: () => void }) {
  const settle = useSettleCancellation(quote.id);
  const [day, setDay] = useState(todayInLondon);
  return (
    <DayDialog
      title="Is all of the work done?"
      description="Because they asked you to start early, this ends their right to cancel, as the notice says. They see the day on their page."
      label="The day it was finished"
      confirmLabel="It’s all done"
      tone="primary"
      day={day}
      onDay={setDay}
      busy={settle.isPending}
      error={settle.error}
      onConfirm={() => settle.mutate({ finishedDate: day, shareDone: null }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** The last of the goods are with the customer. */
function ArrivedDialog({
  quote,
  answer,
  onClose,
}: {
  quote: StoredDocument;
  answer: CancellationResponse;
  onClose: () => void;
}) {
  const settle = useSettleCancellation(quote.id);
  const { finishedDate, goodsArrivedDate } = answer;
  const [day, setDay] = useState(() => goodsArrivedDate ?? todayInLondon());
  return (
    <DayDialog
      title="When did the last goods arrive?"
      description="The customer has 14 days from that day to cancel, and sees it on their page. If more goods come later, change the date."
      label="The day the last goods arrived"
      confirmLabel="Save"
      tone="primary"
      day={day}
      onDay={setDay}
      busy={settle.isPending}
      error={settle.error}
      onConfirm={() =>
        settle.mutate({ finishedDate, shareDone: null, goodsArrivedDate: day }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  );
}

function DayDialog({
  title,
  description,
  label,
  confirmLabel,
  tone,
  day,
  onDay,
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
  onDay: (day: string) => void;
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
        onValueChange={onDay}
        error={error ? errorMessage(error) : undefined}
      />
    </Dialog>
  );
}
