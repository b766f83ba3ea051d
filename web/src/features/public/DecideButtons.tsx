import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { QuestionKind } from "../../api/generated/QuestionKind";
import { acceptLabel, declineLabel } from "../../documents/accepting/labels";
import { readOf } from "../../documents/accepting/read";
import type { Choice } from "../../documents/accepting/useChoice";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { Later } from "./Later";
import { type CustomerDeed, changedTitle, changedWords } from "./mutations";
import { accepting, declining } from "./sheets";
import type { Deciding } from "./useDeciding";

/** Once the page stands, what an acceptance takes is fetched, while there is signal; in milliseconds. */
const FETCHED_AFTER = 2_000;

// Without signal it is said once the sheet is asked for.
const fetchAhead = () => void accepting.fetch().catch(() => null);

/**
 * 'Accept Quote' and 'Decline Quote', or of a variation 'Accept Variation' and 'Decline Variation'; each asks once more
 * for what belongs to it. Where the bar at the foot of a phone has the first, it is not said twice. 'Request changes' is
 * for a customer who would accept if it were a little different.
 */
export function DecideButtons({
  page,
  choice,
  deed,
  deciding,
  hasBar,
  onAsk,
}: {
  page: PublicPage;
  choice: Choice;
  deed: CustomerDeed;
  deciding: Deciding;
  hasBar: boolean;
  onAsk: (wish: QuestionKind) => void;
}) {
  const [first] = useState(page);
  const isTotal = page.version === first.version;
  const { asked, ask, close } = deciding;
  useEffect(() => {
    const timer = setTimeout(fetchAhead, FETCHED_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="mt-4 grid gap-2">
      {readOf(page) !== readOf(first) && (
        // Of another version the toast has told a screen reader, or the sheet that is open.
        <Banner tone="amber" live={isTotal && asked === null} title={changedTitle(isTotal)}>
          {changedWords(deed, isTotal, choice.lost)}
        </Banner>
      )}
      {/* In sight at the foot of the panel, where that is longer than the window. */}
      <div className={cx("bg-paper lg:sticky lg:bottom-0 lg:z-1 lg:py-1", hasBar && "max-lg:hidden")}>
        <Button
          variant="accent"
          block
          className="h-14 text-lg md:h-12"
          disabled={choice.isReckoning}
          icon={<Check aria-hidden size={22} strokeWidth={2} />}
          onClick={() => ask("accept")}
        >
          {acceptLabel(choice.shown)}
        </Button>
      </div>
      {/* Each on a row of its own where both do not fit beside each other with their words on one line. */}
      <div className="flex flex-wrap gap-x-2 gap-y-1 *:flex-auto *:px-2!">
        {page.ask?.changes && (
          <Button variant="quiet" onClick={() => onAsk("changes")}>
            Request changes
          </Button>
        )}
        <Button variant="quiet" onClick={() => ask("decline")}>
          {declineLabel(choice.shown)}
        </Button>
      </div>
      {asked === "accept" && <Later sheet={accepting} props={{ deed, deciding, choice, onClose: close }} />}
      {asked === "decline" && (
        <Later sheet={declining} props={{ deed, deciding, document: choice.shown, onClose: close }} />
      )}
    </div>
  );
}
