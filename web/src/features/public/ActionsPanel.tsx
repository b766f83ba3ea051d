import { Check, FileCheck } from "lucide-react";
import { type Ref, useEffect, useState } from "react";
import type { Acceptance } from "../../api/generated/Acceptance";
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
import type { CardCheckout } from "./pay/checkout";

/** Who accepted, when and what; and the certificate that keeps it. */
export function AcceptanceNote({
  token,
  acceptance,
  vat,
}: {
  token: string;
  acceptance: Acceptance;
  /** What to say of the VAT in its total; left out where there is none. */
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

/** Once the page stands, what an acceptance takes is fetched, while there is signal; in milliseconds. */
const PREFETCH_DELAY = 2_000;

// Without signal it is said once the sheet is asked for.
const prefetchAcceptSheet = () => void acceptSheet.fetch().catch(() => null);

/**
 * 'Accept Quote' and 'Decline Quote', or of a variation 'Accept Variation' and 'Decline Variation'; each asks once more
 * for what belongs to it. Where the bar at the foot of a phone has the first, it is not said twice. 'Request changes' is
 * for a customer who would accept if it were a little different.
 */
export function DecisionButtons({
  page,
  choice,
  mutation,
  decision,
  hasBar,
  onAsk,
}: {
  page: PublicPage;
  choice: QuotePicker;
  mutation: CustomerMutation;
  decision: PendingDecision;
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
        // Of another version the toast has told a screen reader, or the sheet that is open.
        <Banner
          tone="amber"
          live={isTotalChanged && pending === null}
          title={formatChangedTitle(isTotalChanged)}
        >
          {describeQuoteChange(mutation, isTotalChanged, choice.lostPicksText)}
        </Banner>
      )}
      {/* In sight at the foot of the panel, where that is longer than the window. */}
      <div className={cx("bg-paper lg:sticky lg:bottom-0 lg:z-1 lg:py-1", hasBar && "max-lg:hidden")}>
        <Button
          variant="accent"
          block
          className="h-14 text-lg md:h-12"
          disabled={choice.isCalculating}
          icon={<Check aria-hidden size={22} strokeWidth={2} />}
          onClick={() => start("accept")}
        >
          {getAcceptLabel(choice.presentation)}
        </Button>
      </div>
      {/* Each on a row of its own where both do not fit beside each other with their words on one line. */}
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

/** The amount, the day and the one thing to do: what a phone shows before anything else. */
export function CustomerActionsPanel({
  token,
  page,
  choice,
  mutation,
  checkout,
  decision,
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
  /** Whether a phone has the main button at its foot. */
  hasBar: boolean;
  onAsk: (wish: QuestionKind) => void;
  /** Where the focus goes when what it says has changed. */
  ref: Ref<HTMLElement>;
}) {
  const { presentation: doc } = choice;
  const { accept, decline } = doc.actions;
  const { about, stage, vat } = doc.summary;
  // Where it says to get in touch, that is one tap away.
  const isOver = ["declined", "expired"].includes(doc.badge.code);
  // Somebody else has paid meanwhile: what there was to press is gone.
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
          {stage}
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
      {doc.variation && (
        <div className="mt-3">
          <VariationNote variation={doc.variation} />
        </div>
      )}
      {doc.summary.deposit && <p className="mt-1 text-sm">{doc.summary.deposit}</p>}
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
          // Of another amount, as after a change, this page cannot say it.
          vat={page.acceptance.total === doc.summary.amount ? vat : undefined}
        />
      )}
      {(accept || decline) && (
        <DecisionButtons
          page={page}
          choice={choice}
          mutation={mutation}
          decision={decision}
          hasBar={hasBar}
          onAsk={onAsk}
        />
      )}
    </section>
  );
}
