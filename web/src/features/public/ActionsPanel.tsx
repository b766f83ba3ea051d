import type { PublicPage } from "../../api/generated/PublicPage";
import { TotalAnnounced } from "../../documents/editor/totals/TotalAnnounced";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { cx } from "../../ui/cx";
import { Money } from "../../ui/Money";
import { AcceptedNote } from "./AcceptedNote";
import { DecideButtons } from "./DecideButtons";
import { ContactButtons } from "./HelpCard";
import { type CustomerDeed, lostProblem } from "./mutations";
import type { Checkout } from "./pay/useCheckout";
import type { Choice } from "./useChoice";

/** The amount, the day and the one thing to do: what a phone shows before anything else. */
export function ActionsPanel({
  token,
  page,
  choice,
  deed,
  checkout,
}: {
  token: string;
  page: PublicPage;
  choice: Choice;
  deed: CustomerDeed;
  checkout: Checkout;
}) {
  const { shown: doc } = choice;
  const { accept, decline, options } = doc.actions;
  const declined = doc.help !== null && doc.badge.label === "Declined";
  // Somebody else has paid meanwhile: what there was to press is gone.
  const problem = lostProblem(deed, doc) ?? (doc.actions.pay ? null : checkout.problem);
  return (
    <section aria-label={doc.badge.label} className="rounded-lg border border-line bg-paper p-4 md:p-5">
      <Badge {...doc.badge} className="mb-3 max-lg:hidden" />
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <div>
          <p className="text-quiet text-sm">{doc.summary.label}</p>
          <Money
            text={doc.summary.amount}
            className={cx(
              "font-semibold text-3xl text-ink tracking-tight transition-opacity",
              choice.isReckoning && "opacity-50",
            )}
          />
        </div>
        {doc.summary.date && <p className="pb-1 text-right font-medium text-sm">{doc.summary.date}</p>}
      </div>
      {options && (
        <>
          <TotalAnnounced total={doc.summary.amount} />
          <p className="mt-2 text-quiet text-sm">
            Some items are optional: tick the ones you want in the quote, and the total follows.
          </p>
        </>
      )}
      {choice.hasFailed && (
        <Banner tone="red" live className="mt-3">
          The new total could not be worked out. Check your signal and tick the item again.
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
      {declined && doc.help && <ContactButtons help={doc.help} className="mt-3" />}
      {page.acceptance && <AcceptedNote token={token} acceptance={page.acceptance} />}
      {(accept || decline) && <DecideButtons page={page} choice={choice} deed={deed} />}
    </section>
  );
}
