import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { isStatus } from "../../api/client";
import type { UnsentDocument } from "../../documents/here/useUnsentDocuments";
import { KINDS } from "../../documents/kind";
import { titleOf } from "../../documents/offline/deeds";
import { ONLY_HERE } from "../../documents/offline/local";
import { type Standing, useStandings } from "../../documents/offline/standing";
import { documentQueries } from "../../documents/queries";
import { usePlan } from "../../entities/plans/usePlan";
import { waitingLog } from "../../offline/waiting/log";
import { sender } from "../../offline/waiting/sender";
import { useConnection, useIsSending, useSending, useWaitingOf } from "../../offline/waiting/useWaiting";
import { type Waiting, waitsBehind } from "../../offline/waiting/waiting";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { deviceName, onlyHere } from "../../ui/device";
import { moment } from "../../ui/moment";
import { ChooseDialog } from "./ChooseDialog";
import { DiscardDialog } from "./DiscardDialog";
import { withDocument, withWrite } from "./dependants";

/** A write that waits: how it stands, and what can be done about it. */
export function WriteRow({ waiting, all }: { waiting: Waiting; all: readonly Waiting[] }) {
  const { order } = useSending();
  const [asking, setAsking] = useState<"discard" | "choose" | null>(null);
  const { problem, label, at, thing, isUnknown } = waiting;
  const before = waitsBehind(waiting, all);
  const retry = async () => {
    if (problem) await waitingLog.change({ ...waiting, problem: null });
    void sender.run();
  };
  const placeOf = PLACES[thing.sort];
  return (
    <Entry
      label={label}
      at={at}
      badge={
        order === waiting.order ? (
          <Badge tone="blue" label="Sending" />
        ) : problem ? (
          <Badge tone="red" label="Not saved" />
        ) : waiting.needsPlan ? (
          <Badge tone="amber" label="Needs a plan" />
        ) : (
          <Badge tone="amber" label={onlyHere()} />
        )
      }
      text={
        problem?.message ??
        (waiting.needsPlan ? untilThereIsAPlan() : null) ??
        (isUnknown
          ? "Your server doesn’t know this kind of change yet. We’ll try again after its next update."
          : before
            ? `Waiting for “${before.label}”.`
            : null)
      }
    >
      {problem?.asks && (
        <Button variant="primary" onClick={() => setAsking("choose")}>
          Choose
        </Button>
      )}
      {placeOf && (
        <Button asChild>
          <Link to={placeOf(thing.id)}>Open</Link>
        </Button>
      )}
      {problem && !problem.asks && <Button onClick={() => void retry()}>Try again</Button>}
      <Button onClick={() => setAsking("discard")}>Discard</Button>
      {asking === "discard" && (
        <DiscardDialog
          title={`Discard “${label}”?`}
          own={waiting.order}
          sort={thing.sort}
          goingOf={(kept) => withWrite(waiting, kept)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === "choose" && <ChooseDialog waiting={waiting} onClose={() => setAsking(null)} />}
    </Entry>
  );
}

/** Where what waits is seen. */
const PLACES: Record<string, (id: string) => string> = {
  contact: (id) => `/contacts/${id}`,
  item: (id) => `/items/edit/${id}`,
  expense: (id) => `/expenses/edit/${id}`,
  quote: (id) => `/quotes/${id}`,
  invoice: (id) => `/invoices/${id}`,
};

/** A document whose edits wait. */
export function DocumentRow({ document: { kind, id, at, isOnlyHere } }: { document: UnsentDocument }) {
  const [isAsking, setAsking] = useState(false);
  const {
    data: stored,
    error,
    isFetching,
  } = useQuery({ ...documentQueries.one(kind, id), staleTime: 60_000 });
  const { reached } = useConnection();
  const isSending = useIsSending({ sort: kind, id });
  const { Name, path } = KINDS[kind];
  const title = stored ? titleOf(kind, stored) : KINDS[kind].name;
  // Signed here before it was ever issued, it has no number yet.
  const isIssued =
    stored !== undefined && stored.status !== "draft" && Boolean(stored[KINDS[kind].numberField]);
  const told = useStandings()[id];
  const waits = useWaitingOf(kind, id).length > 0;
  const { isStopped } = usePlan();
  const isGone =
    !isOnlyHere && reached && !isFetching && (isStatus(error, 404) || stored?.version === ONLY_HERE);
  const isLate = isIssued && !stored.allowed.edit && !waits;
  const standing: Stands | undefined = isGone ? { kind: "gone" } : isLate ? { kind: "late" } : told;
  const needsPlan = isStopped && !standing && !(isIssued && !waits);
  const label = isOnlyHere ? `New ${title}` : `Changes to ${title}`;
  return (
    <Entry
      label={label}
      at={at}
      badge={
        isSending ? (
          <Badge tone="blue" label="Sending" />
        ) : standing ? (
          <Badge tone="red" label={STANDINGS[standing.kind].badge} />
        ) : needsPlan ? (
          <Badge tone="amber" label="Needs a plan" />
        ) : (
          <Badge tone="amber" label={onlyHere()} />
        )
      }
      text={
        standing
          ? STANDINGS[standing.kind].text(standing)
          : needsPlan
            ? untilThereIsAPlan()
            : isIssued
              ? `Your customer sees the old version until you update the ${KINDS[kind].name}.`
              : null
      }
    >
      {standing?.kind !== "gone" && (
        <Button asChild variant={standing ? "primary" : "secondary"}>
          <Link to={isLate ? `${path}/${id}` : `${path}/edit/${id}`}>
            {standing?.kind === "conflict" ? "Open and choose" : "Open"}
          </Link>
        </Button>
      )}
      <Button onClick={() => setAsking(true)}>Discard</Button>
      {isAsking && (
        <DiscardDialog
          title={isOnlyHere ? `Discard this ${Name.toLowerCase()}?` : "Discard these changes?"}
          own={id}
          sort={kind}
          goingOf={(kept) => withDocument({ kind, id, isOnlyHere }, kept)}
          onClose={() => setAsking(false)}
        />
      )}
    </Entry>
  );
}

/** Said of what goes out by itself once the account's plan is there again. */
const untilThereIsAPlan = () => `It’s saved on this ${deviceName()} until you have a plan.`;

/** How edits stand: `late`, what they were made to can be changed no more. */
type Stands = Standing | { kind: "late" };

/** What is said of a document's edits that do not go out by themselves. */
const STANDINGS: Record<Stands["kind"], { badge: string; text: (standing: Stands) => string }> = {
  late: {
    badge: "Changed too late",
    text: () => "It can no longer be changed. Open it to save your changes as a new one, or discard them.",
  },
  conflict: {
    badge: "Also changed elsewhere",
    text: () => "The same part was changed in another window or on another device. Choose which to keep.",
  },
  gone: {
    badge: "Deleted elsewhere",
    text: () =>
      "What you changed no longer exists in your account. Save a copy if you need it, then discard it.",
  },
  refused: {
    badge: "Not saved",
    text: (standing) => (standing.kind === "refused" ? standing.message : ""),
  },
};

function Entry({
  label,
  at,
  badge,
  text,
  children,
}: {
  label: string;
  at: number;
  badge: React.ReactNode;
  text: string | null;
  children: React.ReactNode;
}) {
  return (
    <li className="grid gap-3 px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-52">
          <p className="wrap-anywhere font-medium text-ink first-letter:uppercase">{label}</p>
          <p className="text-quiet text-sm">{moment(at)}</p>
        </div>
        {badge}
      </div>
      {text && <p className="text-sm">{text}</p>}
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
