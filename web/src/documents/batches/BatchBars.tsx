import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { getErrorMessage } from "../../api/errors";
import type { Batch } from "../../api/generated/Batch";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Disclosure } from "../../ui/Disclosure";
import { IconButton } from "../../ui/IconButton";
import { toast } from "../../ui/toast";
import { KINDS } from "../kind";
import { documentKeys } from "../queries";
import {
  batchQueries,
  batchWrites,
  describeBatch,
  describeRefusals,
  forgetBatch,
  useWatchedBatchIds,
  watchBatch,
} from "./batches";

/** The running bulk actions, and the results of those started in this tab. */
export function BatchBars({ kind }: { kind: DocumentKind }) {
  const open = useQuery(batchQueries.open(kind));
  const watchedIds = useWatchedBatchIds(kind);
  useEffect(() => {
    // Started in another tab, or in this one before it was reloaded.
    for (const { id } of open.data ?? []) watchBatch(kind, id);
  }, [kind, open.data]);
  if (watchedIds.length === 0) return null;
  return (
    // Sticky, because undo is only possible for a few seconds.
    <div className="sticky top-2 z-20 mb-3 grid gap-2">
      {watchedIds.map((id) => (
        <BatchBar key={id} kind={kind} id={id} />
      ))}
    </div>
  );
}

function BatchBar({ kind, id }: { kind: DocumentKind; id: string }) {
  const client = useQueryClient();
  const { data: batch } = useQuery(batchQueries.one(kind, id));
  const [busy, setBusy] = useState(false);
  const seconds = useCountdown(batch);
  const before = useRef(batch?.done ?? 0);
  useEffect(() => {
    if (!batch || batch.done === before.current) return;
    before.current = batch.done;
    void client.invalidateQueries({ queryKey: documentKeys.lists(kind) });
  }, [client, kind, batch]);
  if (!batch) return null;
  const { state, refusals, mayResume } = batch;
  const act = async (write: typeof batchWrites.stop) => {
    setBusy(true);
    try {
      client.setQueryData(batchQueries.keys.one(kind, id), await write(kind, id));
      void client.invalidateQueries({ queryKey: batchQueries.keys.one(kind, id) });
    } catch (error) {
      toast({ title: getErrorMessage(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  const isFinished = state === "done" || state === "undone" || state === "stopped";
  const all = batch.waiting + batch.done;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1 basis-48 font-medium text-ink">
          {describeBatch(KINDS[kind], batch, seconds)}
        </p>
        {state === "held" && batch.waiting > 0 && (
          <Button busy={busy} writes onClick={() => void act(batchWrites.stop)}>
            Undo
          </Button>
        )}
        {state === "running" && (
          <Button busy={busy} writes onClick={() => void act(batchWrites.stop)}>
            Stop
          </Button>
        )}
        {(state === "stopped" || (state === "done" && mayResume)) && (
          <Button busy={busy} writes onClick={() => void act(batchWrites.resume)}>
            Carry on
          </Button>
        )}
        {(isFinished || batch.waiting === 0) && (
          <IconButton
            label="Close"
            icon={<X aria-hidden size={18} strokeWidth={1.75} />}
            onClick={() => forgetBatch(id)}
            className="-mr-2 text-quiet"
          />
        )}
      </div>
      {state === "running" && all > 0 && (
        <progress value={batch.done} max={all} aria-label="Progress" className="mt-2 block h-1.5 w-full" />
      )}
      {refusals.length > 0 && (
        <div className="mt-3">
          <Disclosure label={describeRefusals(batch)}>
            <ul className="grid max-h-[40vh] gap-1.5 overflow-y-auto text-sm">
              {refusals.map((refusal) => (
                <li key={refusal.id}>
                  <span className="font-medium text-ink">{refusal.name || "A document"}</span>
                  {`: ${refusal.reason}`}
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      )}
    </Card>
  );
}

/** The seconds until an action begins, counted down here between two responses. */
function useCountdown(batch: Batch | undefined): number {
  const [now, setNow] = useState(() => performance.now());
  const [until, setUntil] = useState({ batch, at: 0 });
  if (batch && until.batch !== batch) setUntil({ batch, at: performance.now() + batch.startsIn });
  const isHeld = batch?.state === "held";
  useEffect(() => {
    if (!isHeld) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [isHeld]);
  return Math.max(0, Math.ceil((until.at - now) / 1_000));
}
