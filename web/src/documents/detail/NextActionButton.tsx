import { useQuery } from "@tanstack/react-query";
import { BellRing, CircleCheck, FileCheck2, ReceiptPoundSterling, Send } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Timeline } from "../../api/generated/Timeline";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { ConfirmDialog, Dialog } from "../../ui/Dialog";
import { MainAction } from "../../ui/PageHeader";
import { ChaseButtons } from "../chasing/ChaseButtons";
import { chasingQuery } from "../chasing/queries";
import { getEndDate, getKindInfo, type KINDS } from "../kind";
import { documentQueries } from "../queries";
import { isUnanswered, isWaitingForCustomer } from "../questions/OpenQuestions";
import { jobQuery } from "../stages/queries";
import type { StoredDocument } from "../types";
import { useWillBeSent } from "../unsent/useSyncState";
import { hasPaymentToConfirm } from "./PaymentsCard";

const MarkAcceptedDialog = lazy(() => import("../accepting/MarkAcceptedDialog"));

/** Records an acceptance that came in another way, such as by phone. */
export function MarkAcceptedButton({
  document: doc,
  token,
  isNext = false,
}: {
  document: StoredDocument;
  /** The token of its link. */
  token: string;
  /** Whether it is the page's main action. */
  isNext?: boolean;
}) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { reached } = useConnection();
  return (
    <>
      <Button
        block
        variant={isNext ? "accent" : "secondary"}
        icon={<CircleCheck aria-hidden size={20} strokeWidth={1.75} />}
        disabled={!reached}
        title={reached ? undefined : "Needs signal"}
        writes
        onClick={() => setDialogOpen(true)}
      >
        Mark as accepted
      </Button>
      {isDialogOpen && (
        <Suspense fallback={null}>
          <MarkAcceptedDialog document={doc} token={token} onClose={() => setDialogOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * The next step for a quote that is waiting for its customer, whether or not they have opened it: reply to
 * their question (at the top of the page), chase them, or, if it was sent only today or nobody can be chased,
 * record that they accepted.
 */
export type QuoteNextStep = "answer" | "chase" | "accept";

/**
 * The quote's next step; null if it isn't waiting for the customer, or if a payment must be confirmed first.
 */
export function useQuoteNextStep(doc: StoredDocument): QuoteNextStep | null {
  const { reached } = useConnection();
  const mayWait = isWaitingForCustomer(doc) && !hasPaymentToConfirm(doc) && !doc.variationOf?.closed;
  const isLapsed = useRules().hasPassed(getEndDate(doc.kind, doc) ?? "", todayInLondon());
  const timeline = useQuery({ ...documentQueries.timeline(doc.kind, doc.id), enabled: mayWait });
  const chasing = useQuery({ ...chasingQuery(doc.kind, doc.id), enabled: mayWait && !isLapsed });
  if (!mayWait) return null;
  if (timeline.data?.questions?.some(isUnanswered)) return "answer";
  // Assumed until the server has responded; the button waits for that.
  const mayChase = chasing.data ? chasing.data.message !== null : !(chasing.isError && reached);
  if (!isLapsed && mayChase && !wasSentToday(timeline.data)) return "chase";
  return doc.publicToken ? "accept" : null;
}

const wasSentToday = (timeline: Timeline | undefined): boolean =>
  timeline?.happened.some(
    ({ kind, at }) => kind === "sent" && todayInLondon(new Date(at)) === todayInLondon(),
  ) ?? false;

/** The main action for a quote that is waiting for its customer. */
export function WaitingQuoteAction({ document: doc }: { document: StoredDocument }) {
  const nextStep = useQuoteNextStep(doc);
  if (nextStep === "chase") return <ChaseQuoteButton document={doc} />;
  if (nextStep !== "accept" || !doc.publicToken) return null;
  return (
    <MainAction>
      <MarkAcceptedButton document={doc} token={doc.publicToken} isNext />
    </MainAction>
  );
}

/** Chases the customer in the chosen way. */
function ChaseQuoteButton({ document: doc }: { document: StoredDocument }) {
  const [isChoosing, setChoosing] = useState(false);
  const { reached } = useConnection();
  const message = useQuery(chasingQuery(doc.kind, doc.id)).data?.message;
  const isTimelineLoaded = useQuery(documentQueries.timeline(doc.kind, doc.id)).isFetched;
  const kindInfo = getKindInfo(doc);
  const title = `${kindInfo.name} ${doc[kindInfo.numberField] ?? ""}`;
  const customerName = doc.contact?.name || doc.contact?.company || "Your customer";
  return (
    <>
      <MainAction>
        <Button
          variant="accent"
          block
          icon={<BellRing aria-hidden size={20} strokeWidth={1.75} />}
          disabled={!message || !isTimelineLoaded}
          title={message || reached ? undefined : "Needs signal"}
          onClick={() => setChoosing(true)}
        >
          Chase now
        </Button>
      </MainAction>
      {message && (
        <Dialog
          open={isChoosing}
          onOpenChange={setChoosing}
          title={`Chase ${title}`}
          description={`${customerName} gets a reminder with the link. Choose how to send it.`}
        >
          <ChaseButtons
            kind={doc.kind}
            id={doc.id}
            title={title}
            message={message}
            onChosen={() => setChoosing(false)}
          />
        </Dialog>
      )}
    </>
  );
}

/** The page's main action. */
export function NextActionButton({
  doc,
  kindInfo,
  hasOtherNext,
  converting,
  onConvert,
  onSend,
}: {
  doc: StoredDocument;
  kindInfo: (typeof KINDS)[DocumentKind];
  /** Something else is the next step, such as a deposit to be paid. */
  hasOtherNext: boolean;
  converting: boolean;
  onConvert: () => void;
  onSend: () => void;
}): ReactNode {
  const willBeSent = useWillBeSent(doc.kind, doc.id);
  if (doc.status === "draft") {
    if (willBeSent) return null;
    return (
      <MainAction>
        <Button
          variant="accent"
          block
          icon={<Send aria-hidden size={18} strokeWidth={1.75} />}
          onClick={onSend}
        >
          {`Send ${kindInfo.name}`}
        </Button>
      </MainAction>
    );
  }
  if (doc.convertedInvoiceId) {
    return (
      <MainAction>
        <Button asChild variant="primary" block>
          <Link to={`/invoices/${doc.convertedInvoiceId}`}>
            <ReceiptPoundSterling aria-hidden size={20} strokeWidth={1.75} />
            Open the invoice
          </Link>
        </Button>
      </MainAction>
    );
  }
  return (
    <>
      {isWaitingForCustomer(doc) && <WaitingQuoteAction document={doc} />}
      {/* For a cancelled job, the full price isn't invoiced: what is owed is invoiced from the job's
          card. */}
      {doc.allowed.convert && !doc.cancelledDate && (
        <ConvertButton doc={doc} hasOtherNext={hasOtherNext} converting={converting} onConvert={onConvert} />
      )}
    </>
  );
}

/** Makes the invoice; for a job invoiced in stages, the final invoice, unless that would be negative. */
function ConvertButton({
  doc,
  hasOtherNext,
  converting,
  onConvert,
}: {
  doc: StoredDocument;
  hasOtherNext: boolean;
  converting: boolean;
  onConvert: () => void;
}) {
  const { reached } = useConnection();
  const isStaged = Boolean(doc.stages);
  const { data: job } = useQuery({ ...jobQuery(doc.id), enabled: isStaged });
  // A credit note must come first, as the job's card explains.
  if (isStaged && Number(job?.over ?? 0) > 0) return null;
  // A pending payment comes first.
  const hasPendingPayment = doc.payments.some(({ confirmationStatus }) => confirmationStatus === "pending");
  const isNext = doc.status === "accepted" && !hasPendingPayment && !hasOtherNext;
  const button = (
    <>
      <Button
        variant={isNext ? "accent" : "secondary"}
        block
        busy={converting}
        busyLabel="Making the invoice…"
        disabled={!reached}
        icon={<FileCheck2 aria-hidden size={20} strokeWidth={1.75} />}
        writes
        onClick={onConvert}
      >
        {isStaged ? "Make the final invoice" : "Convert to invoice"}
      </Button>
      {!reached && <p className="text-center text-quiet text-sm">Making the invoice needs signal.</p>}
    </>
  );
  // Before the customer has decided it is possible, but not the next step.
  return isNext ? <MainAction>{button}</MainAction> : button;
}

/** Whether converting a quote needs a confirmation. */
export function needsConvertConfirmation(doc: StoredDocument): boolean {
  return doc.status !== "accepted" || Boolean(doc.depositFate);
}

/**
 * Explains what happens to the deposit, or that the customer hasn't decided, before the quote is converted.
 */
export function ConvertDialog({
  document: doc,
  title,
  open,
  busy,
  onOpenChange,
  onConfirm,
}: {
  document: StoredDocument;
  title: string;
  open: boolean;
  busy: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}) {
  const customer = doc.contact?.name || "Your customer";
  const unanswered =
    doc.status !== "accepted" &&
    `${customer} hasn’t accepted it yet, and can no longer accept or decline it once it is an invoice.`;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Turn ${title.charAt(0).toLowerCase()}${title.slice(1)} into an invoice?`}
      description={[unanswered, doc.depositFate].filter(Boolean).join(" ")}
      confirmLabel="Convert to invoice"
      tone="primary"
      busy={busy}
      onConfirm={onConfirm}
    />
  );
}
