import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { isStatus } from "../../api/client";
import type { Cancellation } from "../../api/generated/Cancellation";
import type { PageCheck } from "../../api/generated/PageCheck";
import type { PublicPage as Page } from "../../api/generated/PublicPage";
import type { QuestionKind } from "../../api/generated/QuestionKind";
import { buildFileUrl } from "../../api/requests";
import { hasPickableItems, useQuotePicker } from "../../documents/accepting/useQuotePicker";
import { CancellationNotice } from "../../documents/cancellation/CancellationNotice";
import { KINDS } from "../../documents/kind";
import { PrintableDocument } from "../../documents/printable/PrintableDocument";
import { printDocument } from "../../documents/printable/print";
import { useOnlinePage } from "../../documents/printable/useOnlinePage";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { isInstalled } from "../../ui/device";
import { Spinner } from "../../ui/Spinner";
import { CustomerActionsPanel } from "./ActionsPanel";
import type { QuestionDrafts } from "./AskSheet";
import { useCustomerMutation, usePendingDecision } from "./customer-actions";
import { HelpCard } from "./HelpCard";
import { askSheet, cancelSheet, LazySheet } from "./lazy-sheets";
import { CustomerPaymentHistory } from "./PaymentHistory";
import { ACTION_BAR_ID, PhoneActionBar, useNextStep } from "./PhoneActionBar";
import { BackToAppButton, DownloadLink, PublicHeader } from "./PublicHeader";
import { type CustomerPageData, customerPageQuery, useCustomerPageUpdates } from "./page-data";
import { focusAndScrollTo, useLinkOpenedReport, useResultFocus, useWindowTitle } from "./page-effects";
import { useCardCheckout, useCheckoutReturn } from "./pay/checkout";
import { PayCard } from "./pay/PayCard";
import { QuoteChangesBanner } from "./QuoteChangesBanner";
import { LinkNotFoundCard, readVoidedError, VoidedInvoiceCard } from "./unavailable-cards";
import { useInView } from "./useInView";

/**
 * A customer's page: the business's document, and the actions for it. It needs no login and has no app around
 * it.
 */
export function CustomerPage(data: CustomerPageData) {
  const { kind, token } = data;
  const { data: answer, error, isFetching, refetch } = useQuery(customerPageQuery(data));
  const voided = data.voided ?? (isStatus(error, 410) ? readVoidedError(error) : null);
  if (voided) return <VoidedInvoiceCard voided={voided} />;
  const isGone = data.answer === null || isStatus(error, 404);
  if (!isGone && answer?.page) {
    return <LoadedCustomerPage kind={kind} token={token} isBack={data.isBack} page={answer.page} />;
  }
  if (isGone || !isFetching) {
    return <LinkNotFoundCard kind={kind} onRetry={isGone ? undefined : () => void refetch()} />;
  }
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <Spinner label={KINDS[kind].loading} />
    </main>
  );
}

function LoadedCustomerPage({ kind, token, isBack = false, page }: CustomerPageData & { page: Page }) {
  const documentRef = useRef<HTMLElement>(null);
  const choice = useQuotePicker(kind, token, page);
  const { presentation } = choice;
  const { pay, accept, decline } = presentation.actions;
  const { ask, asked } = page;
  // 'Request changes' is above, beside 'Decline Quote', where that is displayed.
  const helpAsk = ask && { ...ask, changes: ask.changes && !(accept || decline) };
  const hasHelp = presentation.help !== null || ask !== undefined || asked !== undefined;
  const panel = useRef<HTMLElement>(null);
  const changes = useRef<HTMLElement>(null);
  const mutation = useCustomerMutation(kind, token);
  const payCard = useRef<HTMLElement>(null);
  const hasJustAccepted = mutation.isSuccess && mutation.variables.action === "accept" && pay !== null;
  useResultFocus(mutation, panel, payCard, pay !== null);
  const checkout = useCardCheckout(kind, token);
  const checkoutReturn = useCheckoutReturn(kind, token, isBack, pay === null);
  useCustomerPageUpdates(kind, token, checkoutReturn.onLive);
  useLinkOpenedReport(kind, token);
  const title = `${presentation.heading} from ${presentation.businessName}`;
  useWindowTitle(title);
  // A QR code on a printed document, or on the business's phone, leads here.
  const [isScanned] = useState(() => window.location.hash === "#pay");
  const [wantsToPay, setWantsToPay] = useState(isScanned);
  useEffect(() => {
    if (isScanned) payCard.current?.scrollIntoView({ block: "start" });
  }, [isScanned]);
  const onlineLink = useOnlinePage(
    pay || accept ? `${window.location.origin}/${KINDS[kind].linkPrefix}/${token}` : null,
    pay !== null,
  );
  // Memoised, so that the printable document is rendered again only when it changes.
  const genuine = useMemo(() => page.check && <AuthenticityCode check={page.check} />, [page.check]);
  const getPhotoUrl = useCallback(
    (photo: string) =>
      buildFileUrl("/api/quotes/public/{token}/photos/{photo}", { params: { token, photo } }),
    [token],
  );
  const showChanges = useCallback(() => void focusAndScrollTo(() => changes.current ?? panel.current), []);
  const decision = usePendingDecision(page, accept || decline, mutation, showChanges);
  const [isCancelling, setCancelling] = useState(false);
  const { cancellation } = presentation;
  const startCancelling = () => {
    mutation.reset();
    setCancelling(true);
  };
  const [wish, setWish] = useState<QuestionKind | null>(null);
  const drafts = useRef<QuestionDrafts>({});
  const step = useNextStep(presentation, page.version, documentRef);
  // The installed app has its own bar at the foot, and is used by the business.
  const [payButtonRef, isPayInView] = useInView();
  const hasBar = step !== null && !isInstalled();
  const print = () => {
    if (documentRef.current) printDocument(documentRef.current, title, choice.pdf);
  };
  return (
    <div className={cx("min-h-dvh", isInstalled() && "pt-8")}>
      <PublicHeader document={presentation} logo={page.logo} pdf={choice.pdf} onPrint={print} />
      <main
        className={cx(
          "mx-auto grid print:block print:p-0 max-w-6xl items-start gap-4 px-3 py-3 md:px-6 md:py-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-8",
          hasBar && "max-lg:pb-28",
        )}
      >
        <BackToAppButton />
        <aside
          aria-label="Your options"
          aria-owns={hasBar ? ACTION_BAR_ID : undefined}
          className="lg:-m-1 grid gap-4 print:hidden lg:sticky lg:top-6 lg:order-2 lg:max-h-[calc(100dvh-8.5rem)] lg:overflow-y-auto lg:p-1"
        >
          {kind === "quote" && (
            <QuoteChangesBanner
              ref={changes}
              token={token}
              version={page.version}
              isAcceptable={accept}
              isSheetOpen={decision.pending !== null}
              onShow={showChanges}
            />
          )}
          <CustomerActionsPanel
            ref={panel}
            token={token}
            page={page}
            choice={choice}
            mutation={mutation}
            checkout={checkout}
            decision={decision}
            step={step}
            documentRef={documentRef}
            hasBar={hasBar}
            onAsk={setWish}
          />
          {pay && (
            <PayCard
              ref={payCard}
              pay={pay}
              vat={presentation.summary.vat}
              help={presentation.help}
              bankNotes={page.bankNotes}
              card={page.card}
              payByBank={page.payByBank}
              mutation={mutation}
              checkout={checkout}
              wantsToPay={wantsToPay}
              hasJustAccepted={hasJustAccepted}
              isProcessing={checkoutReturn.isProcessing}
              isLate={checkoutReturn.isLate}
              buttonRef={payButtonRef}
            />
          )}
          {presentation.payments.length > 0 && (
            <CustomerPaymentHistory
              title={presentation.kind === "credit_note" ? "Refunds" : undefined}
              payments={presentation.payments}
              help={presentation.help}
              mutation={mutation}
            />
          )}
          {cancellation && (
            <CustomerCancellationCard
              cancellation={cancellation}
              isVariation={presentation.variation !== undefined}
              onCancel={startCancelling}
              className="hidden lg:block"
            />
          )}
          {hasHelp && (
            <HelpCard
              help={presentation.help}
              ask={helpAsk}
              questions={asked}
              onAsk={setWish}
              className="hidden lg:block"
            />
          )}
        </aside>
        {step !== null && hasBar && (
          <PhoneActionBar
            step={step}
            choice={choice}
            decision={decision}
            documentRef={documentRef}
            payCard={payCard}
            isProcessing={checkoutReturn.isProcessing}
            isPaySeen={isPayInView}
            onPay={() => setWantsToPay(true)}
          />
        )}
        <div className="grid gap-3 lg:order-1">
          <DownloadLink pdf={choice.pdf} className="md:hidden print:hidden" />
          <div className="overflow-hidden rounded-lg border border-line print:overflow-visible print:border-0">
            <PrintableDocument
              linked
              document={presentation}
              logo={page.logo}
              onlinePage={onlineLink}
              authenticityNote={genuine}
              getPhotoUrl={getPhotoUrl}
              ref={documentRef}
              picker={hasPickableItems(presentation) ? choice : undefined}
            />
          </div>
        </div>
        {cancellation && (
          <CustomerCancellationCard
            cancellation={cancellation}
            isVariation={presentation.variation !== undefined}
            onCancel={startCancelling}
            className="lg:hidden print:hidden"
          />
        )}
        {hasHelp && (
          <HelpCard
            help={presentation.help}
            ask={helpAsk}
            questions={asked}
            onAsk={setWish}
            className="lg:hidden print:hidden"
          />
        )}
      </main>
      {isCancelling && cancellation?.cancel && (
        <LazySheet
          sheet={cancelSheet}
          props={{ mutation, document: presentation, cancellation, onClose: () => setCancelling(false) }}
        />
      )}
      {wish && ask && (
        <LazySheet
          sheet={askSheet}
          props={{ kind, token, wish, ask, document: presentation, drafts, onClose: () => setWish(null) }}
        />
      )}
    </div>
  );
}

/** Until when the customer may cancel, how, and the button for it. */
export function CustomerCancellationCard({
  cancellation,
  isVariation,
  onCancel,
  className,
}: {
  cancellation: Cancellation;
  /** Whether the document is a variation, whose job continues without it. */
  isVariation: boolean;
  onCancel: () => void;
  className: string;
}) {
  return (
    <section
      aria-label="Cancelling"
      className={cx("rounded-lg border border-line bg-paper p-4 md:p-5", className)}
    >
      <p className="font-medium text-ink">{cancellation.line}</p>
      {cancellation.earlyNote && <p className="mt-1 text-quiet text-sm">{cancellation.earlyNote}</p>}
      <CancellationNotice cancellation={cancellation} />
      {cancellation.cancel && (
        <Button block onClick={onCancel}>
          {isVariation ? "Cancel this variation" : "Cancel this job"}
        </Button>
      )}
    </section>
  );
}

/** Where anybody with the invoice can check whether it is genuine: on the page and in print. */
export function AuthenticityCode({ check }: { check: PageCheck }) {
  return (
    <section className="paper-genuine" aria-label="Is this invoice genuine?">
      <svg
        role="img"
        aria-label="QR code: scan to check that this invoice is genuine"
        viewBox={`0 0 ${check.size} ${check.size}`}
        shapeRendering="crispEdges"
      >
        <path d={check.path} fill="#000" />
      </svg>
      <div>
        <p className="paper-genuine-title">Is this invoice genuine?</p>
        <p>
          {"Scan or type "}
          <a className="paper-link" href={check.link} rel="noopener noreferrer">
            {check.address}
          </a>
        </p>
        <p className="paper-genuine-code">{check.code}</p>
      </div>
    </section>
  );
}
