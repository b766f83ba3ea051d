import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { QuestionKind } from "../../api/generated/QuestionKind";
import { getAcceptLabel, getDeclineLabel } from "../../documents/accepting/acceptance";
import { getReadVersion } from "../../documents/accepting/read";
import type { QuotePicker } from "../../documents/accepting/useQuotePicker";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { type CustomerMutation, describeQuoteChange, formatChangedTitle } from "./customer-actions";
import { LazySheet } from "./lazy-sheets";
import { acceptSheet, declineSheet } from "./sheets";
import type { PendingDecision } from "./useDeciding";

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
