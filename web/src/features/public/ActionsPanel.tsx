import { Check, FileCheck } from "lucide-react";
import { type Ref, type RefObject, useEffect, useState } from "react";
import type { Acceptance } from "../../api/generated/Acceptance";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { QuestionKind } from "../../api/generated/QuestionKind";
import {
  appendVatText,
  getAcceptLabel,
  getDeclineLabel,
  getReadVersion,
} from "../../documents/accepting/acceptance";
import {
  describeRetryPick,
  describeWhatToPick,
  hasPickableItems,
  type QuotePicker,
} from "../../documents/accepting/useQuotePicker";
import { VariationNote } from "../../documents/accepting/VariationNote";
import { TotalAnnouncement } from "../../documents/editor/totals/TotalAnnouncement";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { Money } from "../../ui/Money";
import {
  type CustomerMutation,
  describeLostActionError,
  describeQuoteChange,
  formatChangedTitle,
  type PendingDecision,
} from "./customer-actions";
import { ContactButtons } from "./HelpCard";
import { acceptSheet, declineSheet, LazySheet } from "./lazy-sheets";
import { ChooseButton, type CustomerStep } from "./PhoneActionBar";
import type { CardCheckout } from "./pay/checkout";

/** Who accepted, when and what, with the certificate that records it. */
export function AcceptanceNote({
  token,
  acceptance,
  vat,
}: {
  token: string;
  acceptance: Acceptance;
  /** The text about the VAT in its total; omitted where there is no VAT. */
  vat?: string;
}) {
  const { name, acceptedAt, total, choice, options, witness, withoutSignal, earlierVersion, recorded } =
    acceptance;
  return (
    <div className="mt-4 border-line border-t pt-3 text-sm">
      <p>
        {name ? `Accepted by ${name}` : "Accepted"}
        {`, ${acceptedAt}, for `}
        {appendVatText(total, vat)}
      </p>
      {choice && <p className="mt-1">{`The choice: ${choice}`}</p>}
      {witness && (
        <p className="mt-1 text-quiet">{`Signed on the business’s device with ${witness} present`}</p>
      )}
      {recorded && <p className="mt-1 text-quiet">{recorded}</p>}
      {withoutSignal && <p className="mt-1 text-quiet">{withoutSignal}</p>}
      {earlierVersion && <p className="mt-2 font-medium">{earlierVersion}</p>}
      {options.length > 0 && <p className="mt-1 text-quiet">{`With ${options.join(", ")}`}</p>}
      <Button asChild className="mt-3 w-full">
        <a href={`/q/${encodeURIComponent(token)}/certificate.pdf`} download>
          <FileCheck aria-hidden size={20} strokeWidth={1.75} />
          {recorded ? "Record of acceptance" : "Acceptance certificate"}
        </a>
      </Button>
    </div>
  );
}

/**
 * How long after the page is displayed to prefetch the acceptance sheet, while there is a connection; in
 * milliseconds.
 */
const PREFETCH_DELAY = 2_000;

const MAIN_BUTTON_CLASS = "h-14 text-lg md:h-12";

// Without a connection, the error is displayed when the sheet is opened.
const prefetchAcceptSheet = () => void acceptSheet.fetch().catch(() => null);

/**
 * 'Accept Quote' and 'Decline Quote', or for a variation 'Accept Variation' and 'Decline Variation'; each
 * opens a sheet for the details. The first button leads to the choices and options until they were in view. Where
 * the bar at the foot of a phone has it, it isn't repeated. 'Request changes' is for a customer who would accept if
 * the quote were a little different.
 */
export function DecisionButtons({
  page,
  choice,
  mutation,
  decision,
  step,
  documentRef,
  hasBar,
  onAsk,
}: {
  page: PublicPage;
  choice: QuotePicker;
  mutation: CustomerMutation;
  decision: PendingDecision;
  step: CustomerStep;
  documentRef: RefObject<HTMLElement | null>;
  hasBar: boolean;
  onAsk: (wish: QuestionKind) => void;
}) {
  const [firstPage] = useState(page);
  const isTotalChanged = page.version === firstPage.version;
  const { pending, start, close } = decision;
  useEffect(() => {
    const timer = setTimeout(prefetchAcceptSheet, PREFETCH_DELAY);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="mt-4 grid gap-2">
      {getReadVersion(page) !== getReadVersion(firstPage) && (
        // A new version is announced to screen readers by the toast or the open sheet.
        <Banner
          tone="amber"
          live={isTotalChanged && pending === null}
          title={formatChangedTitle(isTotalChanged)}
        >
          {describeQuoteChange(mutation, isTotalChanged, choice.lostPicksText)}
        </Banner>
      )}
      {/* Stays in view at the foot of the panel if the panel is taller than the window. */}
      <div className={cx("bg-paper lg:sticky lg:bottom-0 lg:z-1 lg:py-1", hasBar && "max-lg:hidden")}>
        {step === "choose" ? (
          <ChooseButton
            document={choice.presentation}
            documentRef={documentRef}
            block
            className={MAIN_BUTTON_CLASS}
          />
        ) : (
          <Button
            variant="accent"
            block
            className={MAIN_BUTTON_CLASS}
            disabled={choice.isCalculating}
            icon={<Check aria-hidden size={22} strokeWidth={2} />}
            onClick={() => start("accept")}
          >
            {getAcceptLabel(choice.presentation)}
          </Button>
        )}
      </div>
      {/* Each in a row of its own where both don't fit side by side with their labels on one line. */}
      <div className="flex flex-wrap gap-x-2 gap-y-1 *:flex-auto *:px-2!">
        {page.ask?.changes && (
          <Button variant="quiet" onClick={() => onAsk("changes")}>
            Request changes
          </Button>
        )}
        <Button variant="quiet" onClick={() => start("decline")}>
          {getDeclineLabel(choice.presentation)}
        </Button>
      </div>
      {pending === "accept" && (
        <LazySheet sheet={acceptSheet} props={{ mutation, decision, choice, onClose: close }} />
      )}
      {pending === "decline" && (
        <LazySheet
          sheet={declineSheet}
          props={{ mutation, decision, document: choice.presentation, onClose: close }}
        />
      )}
    </div>
  );
}

/** The agreed amount at the end of a stage's text. */
const STAGE_AMOUNT = /£[\d,]+\.\d\d$/;

/** Whether the customer has just recorded paying the deposit. For an invoice, a banner of its own says what is next. */
const hasRecordedDeposit = (mutation: CustomerMutation, doc: Presentation) =>
  doc.kind === "quote" && mutation.isSuccess && mutation.variables.action === "payment";

/** The amount, the date and the one action: what a phone displays first. */
export function CustomerActionsPanel({
  token,
  page,
  choice,
  mutation,
  checkout,
  decision,
  step,
  documentRef,
  hasBar,
  onAsk,
  ref,
}: {
  token: string;
  page: PublicPage;
  choice: QuotePicker;
  mutation: CustomerMutation;
  checkout: CardCheckout;
  decision: PendingDecision;
  /** The customer's next step. */
  step: CustomerStep;
  /** The document with the choices and options. */
  documentRef: RefObject<HTMLElement | null>;
  /** Whether a phone has the main button at its foot. */
  hasBar: boolean;
  onAsk: (wish: QuestionKind) => void;
  /** Gets the focus when its content has changed. */
  ref: Ref<HTMLElement>;
}) {
  const { presentation: doc } = choice;
  const { accept, decline } = doc.actions;
  const { about, stage, vat } = doc.summary;
  // A document that asks the customer to get in touch has buttons for that.
  const isOver = ["declined", "expired"].includes(doc.badge.code);
  // Somebody else has paid meanwhile, so the button is gone.
  const problem = describeLostActionError(mutation, doc) ?? (doc.actions.pay ? null : checkout.problem);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={doc.badge.label}
      className="scroll-mt-4 rounded-lg border border-line bg-paper p-4 outline-none md:p-5"
    >
      <Badge {...doc.badge} className="mb-3 max-lg:hidden" />
      {about && (
        <p className="wrap-anywhere mb-2 line-clamp-2 text-ink" dir="auto">
          {about}
        </p>
      )}
      {stage && (
        <p className="wrap-anywhere mb-2 font-medium text-ink text-sm" dir="auto">
          {/* The business may have reworded it, so that it names no amount. */}
          {STAGE_AMOUNT.test(stage) ? appendVatText(stage, vat) : stage}
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <div>
          <p className="text-quiet text-sm">{appendVatText(doc.summary.label, vat)}</p>
          <Money
            text={doc.summary.amount}
            className={cx(
              "font-semibold text-3xl text-ink tracking-tight transition-opacity max-sm:text-[length:min(2.25rem,10vw)]",
              choice.isCalculating && "opacity-50",
            )}
          />
        </div>
        {doc.summary.date && <p className="pb-1 text-right font-medium text-sm">{doc.summary.date}</p>}
      </div>
      {doc.summary.parts?.map(({ label, value }) => (
        <p key={label} className="mt-1 flex justify-between gap-3 text-quiet text-sm">
          <span className="wrap-anywhere">{label}</span>
          <Money text={value} />
        </p>
      ))}
      {doc.variation && (
        <div className="mt-3">
          <VariationNote variation={doc.variation} vat={vat} />
        </div>
      )}
      {doc.summary.deposit && (
        <p className="mt-1 text-sm">
          {/* For an invoice it is a part of the amount above, which says so already. */}
          {doc.kind === "quote" && vat ? `${doc.summary.deposit}, ${vat}` : doc.summary.deposit}
        </p>
      )}
      {hasPickableItems(doc) && (
        <>
          <TotalAnnouncement total={doc.summary.amount} />
          <p className="wrap-anywhere mt-2 text-quiet text-sm">{describeWhatToPick(doc)}</p>
        </>
      )}
      {choice.hasFailed && (
        <Banner tone="red" live className="mt-3">
          {`The new total could not be worked out. Check your signal and ${describeRetryPick(doc)}`}
        </Banner>
      )}
      {problem && (
        <Banner tone="amber" live className="mt-4">
          {problem}
        </Banner>
      )}
      {hasRecordedDeposit(mutation, doc) && (
        <Banner tone="green" live className="mt-4">
          {`Thank you. ${doc.businessName} will confirm the deposit when it has arrived. You don’t need to do anything else.`}
        </Banner>
      )}
      {doc.banners.map((banner) => (
        <Banner key={banner.text} tone={banner.tone} live className="mt-4">
          {banner.text}
        </Banner>
      ))}
      {isOver && doc.help && <ContactButtons help={doc.help} className="mt-3" />}
      {page.invoices?.map(({ heading, url }) => (
        <Button key={url} asChild block className="mt-3">
          <a href={url}>{`See ${heading}`}</a>
        </Button>
      ))}
      {page.acceptance && (
        <AcceptanceNote
          token={token}
          acceptance={page.acceptance}
          // For another amount, as after a change, this page doesn't know the VAT.
          vat={page.acceptance.total === doc.summary.amount ? vat : undefined}
        />
      )}
      {(accept || decline) && (
        <DecisionButtons
          page={page}
          choice={choice}
          mutation={mutation}
          decision={decision}
          step={step}
          documentRef={documentRef}
          hasBar={hasBar}
          onAsk={onAsk}
        />
      )}
    </section>
  );
}
