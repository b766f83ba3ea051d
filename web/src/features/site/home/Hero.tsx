import { cx } from "../../../ui/cx";
import { FRAME_CLASS } from "../blocks";
import { Island } from "../Island";
import { LiveQuote } from "../islands/LiveQuote";
import { ActionLink, TextLink, TRIAL_LABEL } from "../links";

/** What it is, and one to try: the quote beside the words is no picture. */
export function HeroSection() {
  return (
    <div
      className={cx(
        FRAME_CLASS,
        "grid grid-cols-1 items-center gap-x-14 gap-y-12 pt-12 pb-16 md:pt-20 lg:min-h-[calc(100vh-4rem)] lg:grid-cols-[minmax(0,1fr)_27rem] lg:pt-10 lg:pb-16 lg:pl-[14rem]",
      )}
    >
      <div>
        <h1 className="font-[640] text-hero">The quote, out before you leave the house.</h1>
        <p className="mt-6 max-w-[36ch] text-lead text-quiet">
          Make it on your phone while you’re still on the job. It adds up to the penny, and your customer
          accepts online.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ActionLink href="/register" variant="accent" large>
            {TRIAL_LABEL}
          </ActionLink>
          <span className="text-quiet">Two weeks. No card.</span>
        </div>
      </div>
      <div>
        <Island name="quote">
          <LiveQuote />
        </Island>
        <p className="mt-4 text-quiet text-sm">
          Go on, change it. Those are the real sums: the same ones make your invoice, your PDF and{" "}
          <TextLink href="/features">your VAT</TextLink>.
        </p>
      </div>
    </div>
  );
}
