import type { Ref } from "react";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { QuestionKind } from "../../api/generated/QuestionKind";
import { describeRetryPick, describeWhatToPick, hasPickableItems } from "../../documents/accepting/picks";
import type { QuotePicker } from "../../documents/accepting/useQuotePicker";
import { VariationNote } from "../../documents/accepting/VariationNote";
import { appendVatText } from "../../documents/accepting/vatWords";
import { TotalAnnouncement } from "../../documents/editor/totals/TotalAnnouncement";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { Money } from "../../ui/Money";
import { AcceptanceNote } from "./AcceptedNote";
import { type CustomerMutation, describeLostActionError } from "./customer-actions";
import { DecisionButtons } from "./DecideButtons";
import { ContactButtons } from "./HelpCard";
import type { CardCheckout } from "./pay/checkout";
import type { PendingDecision } from "./useDeciding";

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
