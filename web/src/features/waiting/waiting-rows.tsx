import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { isStatus } from "../../api/client";
import { KINDS } from "../../documents/kind";
import { formatDocumentTitle } from "../../documents/offline/documentMutations";
import { LOCAL_ONLY_VERSION } from "../../documents/offline/localDocument";
import { type UnsentProblem, useUnsentProblems } from "../../documents/offline/unsentProblems";
import { documentQueries } from "../../documents/queries";
import type { UnsentDocument } from "../../documents/unsent/useUnsentDocuments";
import { usePlan } from "../../entities/plans/usePlan";
import { sender } from "../../offline/waiting/sender";
import { findBlocker, type WaitingChange } from "../../offline/waiting/waiting-change";
import {
  useConnection,
  useIsSending,
  useSendingState,
  useWaitingChangesOf,
} from "../../offline/waiting/waiting-hooks";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { deviceName, getOnlyHereText } from "../../ui/device";
import { formatDateTime } from "../../ui/formats";
import { collectWithDocument, collectWithWrite } from "./dependants";
import { ChooseSideDialog, DiscardWaitingDialog } from "./waiting-dialogs";

/** A waiting write: its state, and the actions for it. */
export function WaitingWriteRow({ waiting, all }: { waiting: WaitingChange; all: readonly WaitingChange[] }) {
  const { order } = useSendingState();
  const [openDialog, setOpenDialog] = useState<"discard" | "choose" | null>(null);
  const { problem, label, at, thing, isUnknown } = waiting;
  const before = findBlocker(waiting, all);
  const retry = async () => {
    if (problem) await waitingLog.change({ ...waiting, problem: null });
    void sender.run();
  };
  const buildPath = SUBJECT_PATHS[thing.sort];
  return (
    <WaitingEntry
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
          <Badge tone="amber" label={getOnlyHereText()} />
        )
      }
      text={
        problem?.message ??
        (waiting.needsPlan ? formatNeedsPlanText() : null) ??
        (isUnknown
          ? "Your server doesn’t know this kind of change yet. We’ll try again after its next update."
          : before
            ? `Waiting for “${before.label}”.`
            : null)
      }
    >
      {problem?.asks && (
        <Button variant="primary" onClick={() => setOpenDialog("choose")}>
          Choose
        </Button>
      )}
      {buildPath && (
        <Button asChild>
          <Link to={buildPath(thing.id)}>Open</Link>
        </Button>
      )}
      {problem && !problem.asks && <Button onClick={() => void retry()}>Try again</Button>}
      <Button onClick={() => setOpenDialog("discard")}>Discard</Button>
      {openDialog === "discard" && (
        <DiscardWaitingDialog
          title={`Discard “${label}”?`}
          ownKey={waiting.order}
          sort={thing.sort}
          collectDiscarded={(work) => collectWithWrite(waiting, work)}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === "choose" && <ChooseSideDialog waiting={waiting} onClose={() => setOpenDialog(null)} />}
    </WaitingEntry>
  );
}

/** The page on which a waiting record can be seen, by its type. */
const SUBJECT_PATHS: Record<string, (id: string) => string> = {
  contact: (id) => `/contacts/${id}`,
  item: (id) => `/items/edit/${id}`,
  expense: (id) => `/expenses/edit/${id}`,
  quote: (id) => `/quotes/${id}`,
  invoice: (id) => `/invoices/${id}`,
};

/** A document with waiting edits. */
export function UnsentDocumentRow({ document: { kind, id, at, isLocalOnly } }: { document: UnsentDocument }) {
  const [isAsking, setAsking] = useState(false);
  const {
    data: stored,
    error,
    isFetching,
  } = useQuery({ ...documentQueries.one(kind, id), staleTime: 60_000 });
  const { reached } = useConnection();
  const isSending = useIsSending({ sort: kind, id });
  const { Name, path } = KINDS[kind];
  const title = stored ? formatDocumentTitle(kind, stored) : KINDS[kind].name;
  // Signed on this device before it was ever issued, it has no number yet.
  const isIssued =
    stored !== undefined && stored.status !== "draft" && Boolean(stored[KINDS[kind].numberField]);
  const storedState = useUnsentProblems()[id];
  const hasWaitingWrites = useWaitingChangesOf(kind, id).length > 0;
  const { isLapsed } = usePlan();
  const isGone =
    !isLocalOnly &&
    reached &&
    !isFetching &&
    (isStatus(error, 404) || stored?.version === LOCAL_ONLY_VERSION);
  const isTooLate = isIssued && !stored.allowed.edit && !hasWaitingWrites;
  const state: DisplayedEditState | undefined = isGone
    ? { kind: "gone" }
    : isTooLate
      ? { kind: "late" }
      : storedState;
  const needsPlan = isLapsed && !state && !(isIssued && !hasWaitingWrites);
  const label = isLocalOnly ? `New ${title}` : `Changes to ${title}`;
  return (
    <WaitingEntry
      label={label}
      at={at}
      badge={
        isSending ? (
          <Badge tone="blue" label="Sending" />
        ) : state ? (
          <Badge tone="red" label={STATE_TEXTS[state.kind].badge} />
        ) : needsPlan ? (
          <Badge tone="amber" label="Needs a plan" />
        ) : (
          <Badge tone="amber" label={getOnlyHereText()} />
        )
      }
      text={
        state
          ? STATE_TEXTS[state.kind].text(state)
          : needsPlan
            ? formatNeedsPlanText()
            : isIssued
              ? `Your customer sees the old version until you update the ${KINDS[kind].name}.`
              : null
      }
    >
      {state?.kind !== "gone" && (
        <Button asChild variant={state ? "primary" : "secondary"}>
          <Link to={isTooLate ? `${path}/${id}` : `${path}/edit/${id}`}>
            {state?.kind === "conflict" ? "Open and choose" : "Open"}
          </Link>
        </Button>
      )}
      <Button onClick={() => setAsking(true)}>Discard</Button>
      {isAsking && (
        <DiscardWaitingDialog
          title={isLocalOnly ? `Discard this ${Name.toLowerCase()}?` : "Discard these changes?"}
          ownKey={id}
          sort={kind}
          collectDiscarded={(work) => collectWithDocument({ kind, id, isLocalOnly }, work)}
          onClose={() => setAsking(false)}
        />
      )}
    </WaitingEntry>
  );
}

/** Displayed for changes that are sent automatically once the account has a plan again. */
const formatNeedsPlanText = () => `It’s saved on this ${deviceName()} until you have a plan.`;

/** The state of edits: `late` means that the version they were made to can't be changed any more. */
type DisplayedEditState = UnsentProblem | { kind: "late" };

/** The texts for a document's edits that aren't sent automatically. */
const STATE_TEXTS: Record<
  DisplayedEditState["kind"],
  { badge: string; text: (state: DisplayedEditState) => string }
> = {
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
    text: (state) => (state.kind === "refused" ? state.message : ""),
  },
};

function WaitingEntry({
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
          <p className="text-quiet text-sm">{formatDateTime(at)}</p>
        </div>
        {badge}
      </div>
      {text && <p className="text-sm">{text}</p>}
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
