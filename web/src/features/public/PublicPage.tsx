import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { fileAddress } from "../../api/calls";
import { isStatus } from "../../api/client";
import type { PublicPage as Page } from "../../api/generated/PublicPage";
import type { QuestionKind } from "../../api/generated/QuestionKind";
import { hasPicks } from "../../documents/accepting/picks";
import { useChoice } from "../../documents/accepting/useChoice";
import { KINDS } from "../../documents/kind";
import { DocumentPaper } from "../../documents/paper/DocumentPaper";
import { printSheet } from "../../documents/paper/print";
import { useOnline } from "../../documents/paper/scan";
import { cx } from "../../ui/cx";
import { isInstalled } from "../../ui/device";
import { Spinner } from "../../ui/Spinner";
import { ActionsPanel } from "./ActionsPanel";
import type { Typed } from "./AskSheet";
import { BackToApp } from "./BackToApp";
import { CancelCard } from "./CancelCard";
import type { PageData } from "./embedded";
import { GenuineCode } from "./GenuineCode";
import { HelpCard } from "./HelpCard";
import { Later } from "./Later";
import { useCustomerDeed } from "./mutations";
import { NotFoundCard } from "./NotFoundCard";
import { PaymentHistory } from "./PaymentHistory";
import { DownloadLink, PublicHeader } from "./PublicHeader";
import { PayCard } from "./pay/PayCard";
import { useCheckout } from "./pay/useCheckout";
import { publicQuery } from "./queries";
import { asking, cancelling } from "./sheets";
import { BAR, ThumbBar } from "./ThumbBar";
import { useDeciding } from "./useDeciding";
import { useInView } from "./useInView";
import { useLive } from "./useLive";
import { lookAt, useNews } from "./useNews";
import { useOpened } from "./useOpened";
import { useReturn } from "./useReturn";
import { useStep } from "./useStep";
import { useTitle } from "./useTitle";
import { VoidedCard, voidedOf } from "./VoidedCard";
import { WhatChanged } from "./WhatChanged";

/** A customer's page: the business's document, and what there is to do about it. No login, no app around it. */
export function PublicPage(data: PageData) {
  const { kind, token } = data;
  const { data: answer, error, isFetching, refetch } = useQuery(publicQuery(data));
  const voided = data.voided ?? (isStatus(error, 410) ? voidedOf(error) : null);
  if (voided) return <VoidedCard voided={voided} />;
  const isGone = data.answer === null || isStatus(error, 404);
  if (!isGone && answer?.page) {
    return <Loaded kind={kind} token={token} isBack={data.isBack} page={answer.page} />;
  }
  if (isGone || !isFetching) {
    return <NotFoundCard kind={kind} onRetry={isGone ? undefined : () => void refetch()} />;
  }
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <Spinner label={KINDS[kind].loading} />
    </main>
  );
}

function Loaded({ kind, token, isBack = false, page }: PageData & { page: Page }) {
  const sheet = useRef<HTMLElement>(null);
  const choice = useChoice(kind, token, page);
  const { shown } = choice;
  const { pay, accept, decline } = shown.actions;
  const { ask, asked } = page;
  const hasHelp = shown.help !== null || ask !== undefined || asked !== undefined;
  const panel = useRef<HTMLElement>(null);
  const changes = useRef<HTMLElement>(null);
  const deed = useCustomerDeed(kind, token);
  const payCard = useRef<HTMLElement>(null);
  const hasJustAccepted = deed.isSuccess && deed.variables.deed === "accept" && pay !== null;
  useNews(deed, panel, payCard);
  const checkout = useCheckout(kind, token);
  const returned = useReturn(kind, token, isBack, pay === null);
  useLive(kind, token, returned.onLive);
  useOpened(kind, token);
  const title = `${shown.heading} from ${shown.businessName}`;
  useTitle(title);
  // A code on paper, or on the business's phone, leads here.
  const [isScanned] = useState(() => window.location.hash === "#pay");
  const [wantsToPay, setWantsToPay] = useState(isScanned);
  useEffect(() => {
    if (isScanned) payCard.current?.scrollIntoView({ block: "start" });
  }, [isScanned]);
  const online = useOnline(
    pay || accept ? `${window.location.origin}/${KINDS[kind].letter}/${token}` : null,
    pay !== null,
  );
  // Drawn anew only when it is another: the paper is a memo.
  const genuine = useMemo(() => page.check && <GenuineCode check={page.check} />, [page.check]);
  const photoAddress = useCallback(
    (photo: string) => fileAddress("/api/quotes/public/{token}/photos/{photo}", { params: { token, photo } }),
    [token],
  );
  const showChanges = useCallback(() => void lookAt(() => changes.current ?? panel.current), []);
  const deciding = useDeciding(page, accept || decline, deed, showChanges);
  const [isCancelling, setCancelling] = useState(false);
  const { cancellation } = shown;
  const askToCancel = () => {
    deed.reset();
    setCancelling(true);
  };
  const [wish, setWish] = useState<QuestionKind | null>(null);
  const typed = useRef<Typed>({});
  const step = useStep(shown, page.version, sheet);
  // In the installed app the app's own bar is at the foot, and whoever looks there is the business.
  const [watchPay, isPaySeen] = useInView();
  const hasBar = step !== null && !isInstalled();
  const print = () => {
    if (sheet.current) printSheet(sheet.current, title, choice.pdf);
  };
  return (
    <div className={cx("min-h-dvh", isInstalled() && "pt-8")}>
      <PublicHeader document={shown} logo={page.logo} pdf={choice.pdf} onPrint={print} />
      <main
        className={cx(
          "mx-auto grid print:block print:p-0 max-w-6xl grid-cols-[minmax(0,1fr)] items-start gap-4 px-3 py-3 md:px-6 md:py-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-8",
          hasBar && "max-lg:pb-28",
        )}
      >
        <BackToApp />
        <aside
          aria-label="Your options"
          aria-owns={hasBar ? BAR : undefined}
          className="lg:-m-1 grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden lg:sticky lg:top-6 lg:order-2 lg:max-h-[calc(100dvh-8.5rem)] lg:overflow-y-auto lg:p-1"
        >
          {kind === "quote" && (
            <WhatChanged
              ref={changes}
              token={token}
              version={page.version}
              open={accept}
              isAsked={deciding.asked !== null}
              onShow={showChanges}
            />
          )}
          <ActionsPanel
            ref={panel}
            token={token}
            page={page}
            choice={choice}
            deed={deed}
            checkout={checkout}
            deciding={deciding}
            hasBar={hasBar}
            onAsk={setWish}
          />
          {pay && (
            <PayCard
              ref={payCard}
              pay={pay}
              help={shown.help}
              bankNotes={page.bankNotes}
              card={page.card}
              payByBank={page.payByBank}
              deed={deed}
              checkout={checkout}
              wantsToPay={wantsToPay}
              hasJustAccepted={hasJustAccepted}
              isProcessing={returned.isProcessing}
              isLate={returned.isLate}
              onButton={watchPay}
            />
          )}
          {shown.payments.length > 0 && (
            <PaymentHistory
              title={shown.kind === "credit_note" ? "Refunds" : undefined}
              payments={shown.payments}
              help={shown.help}
              deed={deed}
            />
          )}
          {cancellation && (
            <CancelCard
              cancellation={cancellation}
              isVariation={shown.variation !== undefined}
              onCancel={askToCancel}
              className="hidden lg:block"
            />
          )}
          {hasHelp && (
            <HelpCard
              help={shown.help}
              // Above, beside 'Decline Quote', where that is.
              ask={ask && { ...ask, changes: ask.changes && !(accept || decline) }}
              asked={asked}
              onAsk={setWish}
              className="hidden lg:block"
            />
          )}
        </aside>
        {step !== null && hasBar && (
          <ThumbBar
            step={step}
            choice={choice}
            deciding={deciding}
            sheet={sheet}
            payCard={payCard}
            isProcessing={returned.isProcessing}
            isPaySeen={isPaySeen}
            onPay={() => setWantsToPay(true)}
          />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:order-1">
          <DownloadLink pdf={choice.pdf} className="md:hidden print:hidden" />
          <div className="overflow-hidden rounded-lg border border-line print:overflow-visible print:border-0">
            <DocumentPaper
              linked
              document={shown}
              logo={page.logo}
              online={online}
              genuine={genuine}
              photoAddress={photoAddress}
              ref={sheet}
              choice={hasPicks(shown) ? choice : undefined}
            />
          </div>
        </div>
        {cancellation && (
          <CancelCard
            cancellation={cancellation}
            isVariation={shown.variation !== undefined}
            onCancel={askToCancel}
            className="lg:hidden print:hidden"
          />
        )}
        {hasHelp && (
          <HelpCard
            help={shown.help}
            ask={ask}
            asked={asked}
            onAsk={setWish}
            className="lg:hidden print:hidden"
          />
        )}
      </main>
      {isCancelling && cancellation?.cancel && (
        <Later
          sheet={cancelling}
          props={{ deed, document: shown, cancellation, onClose: () => setCancelling(false) }}
        />
      )}
      {wish && ask && (
        <Later
          sheet={asking}
          props={{ kind, token, wish, ask, document: shown, typed, onClose: () => setWish(null) }}
        />
      )}
    </div>
  );
}
