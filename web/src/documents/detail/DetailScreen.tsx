import { useQuery } from "@tanstack/react-query";
import { FileQuestion, Phone } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { isStatus } from "../../api/client";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Presentation } from "../../api/generated/Presentation";
import { buildFileUrl, get } from "../../api/requests";
import { useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { todayInLondon } from "../../rules/calendar";
import { type Rules, useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { Page, PageHeader } from "../../ui/PageHeader";
import { buildPhoneLink } from "../../ui/phone-links";
import { Skeleton } from "../../ui/Skeleton";
import { EmptyState } from "../../ui/States";
import { CancellationCard } from "../cancellation/CancellationCard";
import { ChasingCard, LateInvoiceChase } from "../chasing/ChasingCard";
import { EinvoiceCard } from "../einvoice/EinvoiceCard";
import { InstalmentsCard } from "../instalments/InstalmentsCard";
import { getEndDate, getKindInfo, KINDS } from "../kind";
import { MarginSection } from "../margin/MarginSection";
import { LOCAL_ONLY_VERSION } from "../offline/localDocument";
import { getOwnPhotoUrl } from "../photos/getOwnPhotoUrl";
import { presentOwnDocument } from "../present";
import { PrintableDocument } from "../printable/PrintableDocument";
import { printDocument } from "../printable/print";
import { useOnlinePage } from "../printable/useOnlinePage";
import { documentKeys, documentQueries } from "../queries";
import { OpenQuestions } from "../questions/OpenQuestions";
import { JobCard } from "../stages/JobCard";
import { isOverdue } from "../status/overdue";
import { StatusBadges } from "../status/StatusBadges";
import { TakeHomeSection } from "../take-home/TakeHomeSection";
import type { StoredDocument } from "../types";
import { DocumentNotLoaded } from "../unsent/DocumentNotLoaded";
import {
  DocumentSaveState,
  UnsharedChangesBanner,
  useDocumentWithChanges,
  WaitingChangesBanner,
} from "../unsent/UnsentBanners";
import { useWillBeSent } from "../unsent/useSyncState";
import { CustomerLinkSection, OnSiteActions } from "./CustomerActions";
import { CreditsCard, RefundsCard } from "./credits/RefundsCard";
import { DetailActions } from "./DetailActions";
import { EarlierVersionBanner, LostEmails, RecurringInvoiceBanner } from "./DetailBanners";
import { hasPaymentToConfirm, isAwaitingPayment, PaymentsCard, RecordPaymentButton } from "./PaymentsCard";
import { RecordPaymentDialog } from "./RecordPaymentDialog";
import { SummaryCard } from "./SummaryCard";
import { TimelineCard } from "./TimelineCard";

/** The statuses in which a quote's customer can pick any of its choices. */
const OFFERED_STATUSES: ReadonlySet<string> = new Set(["draft", "sent"]);

/** Whether it brings in money or may do so: a declined or expired quote doesn't. */
const canBringMoney = (kind: DocumentKind, status: string, isLapsed: boolean): boolean =>
  kind !== "quote" || !(status === "declined" || (status === "sent" && isLapsed));

/** A document's page: the printable document that the customer has, its timeline, and the actions. */
export function DetailScreen({ kind }: { kind: DocumentKind }) {
  const { id = "" } = useParams();
  const kindInfo = KINDS[kind];
  // Always refetched, so that returning to the page shows what the customer did meanwhile.
  const { data, error, isPending, refetch } = useQuery({
    ...documentQueries.one(kind, id),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  if (isPending) return <DetailSkeleton />;
  if (data) return <LoadedDetail kind={kind} document={data} />;
  if (isStatus(error, 404)) {
    return (
      <EmptyState
        icon={FileQuestion}
        heading="h1"
        title={`We couldn’t find this ${kindInfo.name}`}
        action={
          <Button asChild variant="primary">
            <Link to={kindInfo.path}>{`All ${kindInfo.plural}`}</Link>
          </Button>
        }
      >
        It may have been deleted.
      </EmptyState>
    );
  }
  return <DocumentNotLoaded kind={kind} error={error} onRetry={() => void refetch()} />;
}

function LoadedDetail({ kind, document }: { kind: DocumentKind; document: StoredDocument }) {
  const localDoc = useDocumentWithChanges(kind, document);
  return localDoc ? <DetailContent kind={kind} document={localDoc} /> : <DetailSkeleton />;
}

function DetailContent({ kind, document: doc }: { kind: DocumentKind; document: StoredDocument }) {
  const kindInfo = getKindInfo(doc);
  const number = doc[kindInfo.numberField];
  const presentation = useDetailPresentation(kind, doc);
  const hasCustomerAction = presentation?.actions.pay || presentation?.actions.accept;
  const onlinePage = useOnlinePage(
    (hasCustomerAction && doc.publicUrl) || null,
    Boolean(presentation?.actions.pay),
  );
  const printableRef = useRef<HTMLElement>(null);
  const willBeSent = useWillBeSent(kind, doc.id) && doc.status === "draft";
  const isCredited = doc.creditNotes?.some(({ status }) => status !== "draft") ?? false;
  const isOnServer = doc.version !== LOCAL_ONLY_VERSION;
  const pdf = isOnServer ? buildFileUrl(`${kindInfo.api}/{id}/pdf`, { params: { id: doc.id } }) : undefined;
  const end = getEndDate(kind, doc);
  // Nobody can accept it any more, whether or not it was sent.
  const rules = useRules();
  const isLapsed = rules.hasPassed(end ?? "", todayInLondon());
  const balance = { kind, status: doc.status, dueDate: end, balanceDue: doc.totals.balanceDue };
  const isLate = !doc.archived && isOverdue(rules, balance, todayInLondon());
  // A payment announced by the customer comes before everything else.
  const isToConfirm = hasPaymentToConfirm(doc);
  const pay = presentation?.actions.pay ?? null;
  // Until the presentation has loaded, today's rules say it, so that the page's main action doesn't change.
  const isAskedToPay = Boolean((presentation ?? presentToday(rules, doc, todayInLondon()))?.actions.pay);
  const due =
    kindInfo.requestedPayment === "deposit"
      ? doc.totals.depositAmount
      : (doc.instalmentStanding?.asked ?? doc.totals.balanceDue);
  const [isRecording, setRecording] = useState(false);
  const openRecordPayment = () => setRecording(true);
  const isPaymentNext = !isToConfirm && isAwaitingPayment(doc, isAskedToPay);
  const payments = kind !== "credit_note" && (doc.allowed.recordPayment || doc.payments.length > 0) && (
    <PaymentsCard
      document={doc}
      pay={pay}
      onRecord={doc.allowed.recordPayment && !isPaymentNext ? openRecordPayment : undefined}
    />
  );
  const heading = number ? `${kindInfo.Name} ${number}` : `Draft ${kindInfo.name}`;
  return (
    <Page>
      <title>{`${heading} · Plumbline`}</title>
      <PageHeader
        back={{ to: kindInfo.path, label: kindInfo.Plural }}
        title={heading}
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            <StatusBadges
              doc={{
                kind,
                status: doc.status,
                dueDate: getEndDate(kind, doc),
                expiryDate: getEndDate(kind, doc),
                balanceDue: doc.totals.balanceDue,
              }}
              displayStatus={doc.displayStatus}
            />
            {doc.archived && <Badge tone="grey" label="Archived" />}
            <DocumentSaveState kind={kind} id={doc.id} status={doc.status} />
            <CustomerLink document={doc} />
            {doc.variationOf && (
              <Link
                to={`/quotes/${doc.variationOf.id}`}
                className="inline-link text-ink underline underline-offset-4"
              >
                {`to quote ${doc.variationOf.quoteNumber}`}
              </Link>
            )}
            {doc.invoiceId && (
              <Link
                to={`/invoices/${doc.invoiceId}`}
                className="inline-link text-ink underline underline-offset-4"
              >
                {`for ${doc.creditedInvoiceNumber ?? "an invoice"}`}
              </Link>
            )}
          </span>
        }
      />
      <WaitingChangesBanner document={doc} />
      <UnsharedChangesBanner document={doc} />
      <RecurringInvoiceBanner document={doc} />
      <LostEmails document={doc} />
      <OpenQuestions document={doc} />
      <EarlierVersionBanner document={doc} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-6">
        <div className="grid gap-4 lg:col-start-2">
          {isToConfirm && payments}
          {kind === "credit_note" && <RefundsCard document={doc} />}
          <SummaryCard document={doc} about={presentation?.summary.about || presentation?.summary.stage}>
            {isLate && <LateInvoiceChase document={doc} />}
            <DetailActions
              kind={kind}
              document={doc}
              payment={isPaymentNext ? <RecordPaymentButton isNext onPress={openRecordPayment} /> : null}
              onPrint={() => printableRef.current && printDocument(printableRef.current, heading, pdf)}
            />
            <OnSiteActions
              document={doc}
              canAccept={
                (presentation?.actions.accept ?? false) || (kind === "quote" && willBeSent && !isLapsed)
              }
            />
            {/* For credited or cancelled documents, the totals would be those of the whole, which no
                longer apply. */}
            {kindInfo.isWritten && doc.status !== "void" && !isCredited && !doc.cancelledDate && (
              <>
                {Number(doc.totals.totalAmount) >= 0 && canBringMoney(kind, doc.status, isLapsed) && (
                  <TakeHomeSection
                    total={doc.totals.totalAmount}
                    cis={doc.totals.cisDeduction}
                    vat={doc.totals.vatAmount}
                    document={doc}
                    profileId={doc.businessProfileId}
                  />
                )}
                <MarginSection document={doc} isOffered={OFFERED_STATUSES.has(doc.status)} />
              </>
            )}
            {doc.publicUrl && doc.status !== "void" && (
              <CustomerLinkSection document={doc} url={doc.publicUrl} />
            )}
          </SummaryCard>
          {kind === "quote" &&
          (doc.allowed.stage || doc.stages || doc.variationOf || doc.status === "invoiced") ? (
            <JobCard quote={doc} />
          ) : null}
          {kind === "quote" && (
            // The same element, so that the focus returns to it after a cancellation was recorded.
            <div className={cx("empty:hidden", doc.cancelledDate && "order-first")}>
              <CancellationCard quote={doc} />
            </div>
          )}
          <CreditsCard document={doc} />
          {!isToConfirm && payments}
          {kind === "invoice" && <InstalmentsCard document={doc} />}
          <EinvoiceCard document={doc} />
          {kindInfo.requestedPayment === "nothing" ? null : <ChasingCard document={doc} isLate={isLate} />}
        </div>
        <div className="overflow-hidden rounded-lg border border-line lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {presentation ? (
            <PrintableDocument
              document={presentation}
              onlinePage={onlinePage}
              getPhotoUrl={getOwnPhotoUrl}
              ref={printableRef}
            />
          ) : (
            <PrintableSkeleton />
          )}
        </div>
        <div className="grid gap-4 lg:col-start-2">
          <TimelineCard document={doc} />
        </div>
      </div>
      {kind !== "credit_note" && (
        <RecordPaymentDialog
          kind={kind}
          document={doc}
          suggested={due}
          open={isRecording}
          onOpenChange={setRecording}
        />
      )}
    </Page>
  );
}

/** The customer, with a link to their page and a button to call them if there is a phone number. */
function CustomerLink({ document: doc }: { document: StoredDocument }) {
  const { contact, contactId } = doc;
  const name = contact?.name || contact?.company || "";
  if (!name) return <span>No customer yet</span>;
  const phone = contact?.phone?.trim();
  return (
    // On one line, however long the name is.
    <span className="flex min-w-0 items-center gap-x-1">
      {contactId ? (
        <Link
          to={`/contacts/${contactId}`}
          className="wrap-anywhere min-w-0 py-1 text-ink underline underline-offset-4"
        >
          {name}
        </Link>
      ) : (
        <span className="wrap-anywhere min-w-0">{name}</span>
      )}
      {phone && (
        <a
          href={buildPhoneLink(phone)}
          aria-label={`Call ${name}`}
          className="-my-2 inline-flex min-h-control shrink-0 items-center gap-1.5 rounded-md px-2 font-medium text-ink hover:bg-hover print:hidden"
        >
          <Phone aria-hidden size={18} strokeWidth={1.75} />
          Call
        </a>
      )}
    </span>
  );
}

function PrintableSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6 bg-paper p-6 md:p-10">
      <Skeleton className="h-9 w-40" />
      <div className="grid gap-6 sm:grid-cols-2">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
      <Skeleton className="h-16" />
      <Skeleton className="h-48" />
    </div>
  );
}

function DetailSkeleton() {
  return (
    <Page>
      <Skeleton className="mb-6 h-9 w-56" />
      <div className="grid items-start gap-6 lg:grid-cols-3">
        <div className="overflow-hidden rounded-lg border border-line lg:col-span-2">
          <PrintableSkeleton />
        </div>
        <Skeleton className="h-64 rounded-lg" />
      </div>
    </Page>
  );
}

/** A document as today's rules present it. */
const presentToday = (rules: Rules, doc: StoredDocument, today: string): Presentation | null =>
  presentOwnDocument(rules, doc, { contact: doc.contact, profile: doc.businessProfile }, today);

/**
 * A document as its customer sees it. Once issued, this is the stored version, because today's rules might
 * give another result; before that, it is a preview. Instalments are read from the server. null until it has
 * loaded.
 */
export function useDetailPresentation(kind: DocumentKind, doc: StoredDocument): Presentation | null {
  const rules = useRules();
  const isOnServer = doc.publicToken !== null || doc.instalments !== undefined;
  const today = todayInLondon();
  const issuedResult = useQuery({
    // The date, version and payments are part of the key, so that changes are refetched.
    queryKey: [...documentKeys.all(kind), "shown", doc.id, today, doc.updatedAt, doc.payments],
    queryFn: ({ signal }) => get(`${KINDS[kind].api}/{id}/presentation`, { params: { id: doc.id }, signal }),
    enabled: isOnServer,
    placeholderData: (previous) => previous,
  });
  const hasWaitingChanges = useWaitingChangesOf(kind, doc.id).length > 0;
  // The server doesn't have waiting changes; and if it can't be reached, today's rules are used.
  const isLocal = !isOnServer || hasWaitingChanges || issuedResult.isError;
  return useMemo(() => {
    if (!isLocal) return issuedResult.data ?? null;
    return presentToday(rules, doc, today);
  }, [rules, doc, isLocal, issuedResult.data, today]);
}
