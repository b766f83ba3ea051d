import { useQuery } from "@tanstack/react-query";
import { FileQuestion, Phone } from "lucide-react";
import { useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { fileAddress } from "../../api/calls";
import { isStatus } from "../../api/client";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { Page, PageHeader } from "../../ui/PageHeader";
import { Skeleton } from "../../ui/Skeleton";
import { EmptyState } from "../../ui/States";
import { telAddress } from "../../ui/tel";
import { CancellationCard } from "../cancelling/CancellationCard";
import { ChaseLate, ChasingCard } from "../chasing/ChasingCard";
import { EinvoiceCard } from "../einvoice/EinvoiceCard";
import { HereState } from "../here/HereState";
import { NotLoaded } from "../here/NotLoaded";
import { UnsharedBanner } from "../here/UnsharedBanner";
import { useDocumentHere } from "../here/useDocumentHere";
import { useWillBeSent } from "../here/useHere";
import { WaitingBanner } from "../here/WaitingBanner";
import { InstalmentsCard } from "../instalments/InstalmentsCard";
import { WhatYouKeep } from "../kept/WhatYouKeep";
import { endOf, KINDS, wordsOf } from "../kind";
import { Margin } from "../margin/Margin";
import { ONLY_HERE } from "../offline/local";
import { DocumentPaper } from "../paper/DocumentPaper";
import { printSheet } from "../paper/print";
import { useOnline } from "../paper/scan";
import { ownPhoto } from "../photos/ownPhoto";
import { documentQueries } from "../queries";
import { Questions } from "../questions/Questions";
import { JobCard } from "../stages/JobCard";
import { isOverdue } from "../status/overdue";
import { StatusBadges } from "../status/StatusBadges";
import type { StoredDocument } from "../types";
import { CreditsCard } from "./credits/CreditsCard";
import { RefundsCard } from "./credits/RefundsCard";
import { DetailActions } from "./DetailActions";
import { LinkPart } from "./LinkPart";
import { LostEmails } from "./LostEmails";
import { MadeBanner } from "./MadeBanner";
import { OnTheSpot } from "./OnTheSpot";
import { PaymentsCard, waitsForAnswer } from "./PaymentsCard";
import { awaitsPayment, RecordPayment } from "./RecordPayment";
import { RecordPaymentDialog } from "./RecordPaymentDialog";
import { SignedBanner } from "./SignedBanner";
import { SummaryCard } from "./SummaryCard";
import { Timeline } from "./Timeline";
import { useShown } from "./useShown";

/** The statuses in which a quote's customer may take any of its choices. */
const OFFERED: ReadonlySet<string> = new Set(["draft", "sent"]);

/** Whether it brings in money, or may yet: a quote that was declined or has expired does not. */
const bringsMoney = (kind: DocumentKind, status: string, isLapsed: boolean): boolean =>
  kind !== "quote" || !(status === "declined" || (status === "sent" && isLapsed));

/** A document as it stands: the sheet its customer has, what happened to it, and what to do next. */
export function DetailScreen({ kind }: { kind: DocumentKind }) {
  const { id = "" } = useParams();
  const words = KINDS[kind];
  // What the customer did meanwhile must show on coming back.
  const { data, error, isPending, refetch } = useQuery({
    ...documentQueries.one(kind, id),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  if (isPending) return <DetailSkeleton />;
  if (data) return <Detail kind={kind} document={data} />;
  if (isStatus(error, 404)) {
    return (
      <EmptyState
        icon={FileQuestion}
        heading="h1"
        title={`We couldn’t find this ${words.name}`}
        action={
          <Button asChild variant="primary">
            <Link to={words.path}>{`All ${words.plural}`}</Link>
          </Button>
        }
      >
        It may have been deleted.
      </EmptyState>
    );
  }
  return <NotLoaded kind={kind} error={error} onRetry={() => void refetch()} />;
}

function Detail({ kind, document }: { kind: DocumentKind; document: StoredDocument }) {
  const here = useDocumentHere(kind, document);
  return here ? <Standing kind={kind} document={here} /> : <DetailSkeleton />;
}

function Standing({ kind, document: doc }: { kind: DocumentKind; document: StoredDocument }) {
  const words = wordsOf(doc);
  const number = doc[words.numberField];
  const shown = useShown(kind, doc);
  const isWaiting = shown?.actions.pay || shown?.actions.accept;
  const online = useOnline((isWaiting && doc.publicUrl) || null, Boolean(shown?.actions.pay));
  const sheet = useRef<HTMLElement>(null);
  const willBeSent = useWillBeSent(kind, doc.id) && doc.status === "draft";
  const isCredited = doc.creditNotes?.some(({ status }) => status !== "draft") ?? false;
  const isOnServer = doc.version !== ONLY_HERE;
  const pdf = isOnServer ? fileAddress(`${words.api}/{id}/pdf`, { params: { id: doc.id } }) : undefined;
  const end = endOf(kind, doc);
  // Nobody can accept it any more, be it sent or not.
  const rules = useRules();
  const isLapsed = rules.hasPassed(end ?? "", todayInLondon());
  const money = { kind, status: doc.status, dueDate: end, balanceDue: doc.totals.balanceDue };
  const isLate = !doc.archived && isOverdue(rules, money, todayInLondon());
  // What somebody says they have paid comes before everything else.
  const isToConfirm = waitsForAnswer(doc);
  const pay = shown?.actions.pay ?? null;
  const due =
    words.asks === "deposit"
      ? doc.totals.depositAmount
      : (doc.instalmentStanding?.asked ?? doc.totals.balanceDue);
  const [isRecording, setRecording] = useState(false);
  const record = () => setRecording(true);
  const isPaymentNext = !isToConfirm && awaitsPayment(doc, pay !== null);
  const payments = kind !== "credit_note" && (doc.allowed.recordPayment || doc.payments.length > 0) && (
    <PaymentsCard
      document={doc}
      pay={pay}
      onRecord={doc.allowed.recordPayment && !isPaymentNext ? record : undefined}
    />
  );
  const heading = number ? `${words.Name} ${number}` : `Draft ${words.name}`;
  return (
    <Page>
      <title>{`${heading} · Plumbline`}</title>
      <PageHeader
        back={{ to: words.path, label: words.Plural }}
        title={heading}
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            <StatusBadges
              of={{
                kind,
                status: doc.status,
                dueDate: endOf(kind, doc),
                expiryDate: endOf(kind, doc),
                balanceDue: doc.totals.balanceDue,
              }}
              shown={doc.displayStatus}
            />
            {doc.archived && <Badge tone="grey" label="Archived" />}
            <HereState kind={kind} id={doc.id} status={doc.status} />
            <CustomerOf document={doc} />
            {doc.variationOf && (
              <Link to={`/quotes/${doc.variationOf.id}`} className="text-ink underline underline-offset-4">
                {`to quote ${doc.variationOf.quoteNumber}`}
              </Link>
            )}
            {doc.invoiceId && (
              <Link to={`/invoices/${doc.invoiceId}`} className="text-ink underline underline-offset-4">
                {`for ${doc.creditedInvoiceNumber ?? "an invoice"}`}
              </Link>
            )}
          </span>
        }
      />
      <WaitingBanner document={doc} />
      <UnsharedBanner document={doc} />
      <MadeBanner document={doc} />
      <LostEmails document={doc} />
      <Questions document={doc} />
      <SignedBanner document={doc} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-6">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:col-start-2">
          {isToConfirm && payments}
          {kind === "credit_note" && <RefundsCard document={doc} />}
          <SummaryCard document={doc}>
            {isLate && <ChaseLate document={doc} />}
            <DetailActions
              kind={kind}
              document={doc}
              payment={isPaymentNext ? <RecordPayment isNext onPress={record} /> : null}
              onPrint={() => sheet.current && printSheet(sheet.current, heading, pdf)}
            />
            <OnTheSpot
              document={doc}
              canAccept={(shown?.actions.accept ?? false) || (kind === "quote" && willBeSent && !isLapsed)}
            />
            {/* Of what was credited or cancelled the figures would be those of the whole, which nobody keeps. */}
            {words.isWritten && doc.status !== "void" && !isCredited && !doc.cancelledDate && (
              <>
                {Number(doc.totals.totalAmount) >= 0 && bringsMoney(kind, doc.status, isLapsed) && (
                  <WhatYouKeep
                    total={doc.totals.totalAmount}
                    cis={doc.totals.cisDeduction}
                    vat={doc.totals.vatAmount}
                    document={doc}
                    profileId={doc.businessProfileId}
                  />
                )}
                <Margin document={doc} isOffered={OFFERED.has(doc.status)} />
              </>
            )}
            {doc.publicUrl && doc.status !== "void" && <LinkPart document={doc} url={doc.publicUrl} />}
          </SummaryCard>
          {kind === "quote" &&
          (doc.allowed.stage || doc.stages || doc.variationOf || doc.status === "invoiced") ? (
            <JobCard quote={doc} />
          ) : null}
          {kind === "quote" && (
            // It stays the same card, which the focus comes back to once a cancellation was recorded.
            <div className={cx("empty:hidden", doc.cancelledDate && "order-first")}>
              <CancellationCard quote={doc} />
            </div>
          )}
          <CreditsCard document={doc} />
          {!isToConfirm && payments}
          {kind === "invoice" && <InstalmentsCard document={doc} />}
          <EinvoiceCard document={doc} />
          {words.asks === "nothing" ? null : <ChasingCard document={doc} isLate={isLate} />}
        </div>
        <div className="overflow-hidden rounded-lg border border-line lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {shown ? (
            <DocumentPaper document={shown} online={online} photoAddress={ownPhoto} ref={sheet} />
          ) : (
            <PaperSkeleton />
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:col-start-2">
          <Timeline document={doc} />
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

/** Whom it is for, with the way to them, and a call where there is a number. */
function CustomerOf({ document: doc }: { document: StoredDocument }) {
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
          href={telAddress(phone)}
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

function PaperSkeleton() {
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
          <PaperSkeleton />
        </div>
        <Skeleton className="h-64 rounded-lg" />
      </div>
    </Page>
  );
}
