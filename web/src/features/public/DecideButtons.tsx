import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { Choice } from "../../documents/accepting/useChoice";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { Later } from "./Later";
import { type CustomerDeed, changedProblem } from "./mutations";
import { accepting, declining } from "./sheets";
import type { Deciding } from "./useDeciding";

/** Once the page stands, what an acceptance takes is fetched, while there is signal; in milliseconds. */
const FETCHED_AFTER = 2_000;

// Without signal it is said once the sheet is asked for.
const fetchAhead = () => void accepting.fetch().catch(() => null);

/**
 * 'Accept Quote' and 'Decline Quote'; each asks once more for what belongs to it. Where the bar at the foot of a phone
 * has the first, it is not said twice.
 */
export function DecideButtons({
  page,
  choice,
  deed,
  deciding,
  hasBar,
}: {
  page: PublicPage;
  choice: Choice;
  deed: CustomerDeed;
  deciding: Deciding;
  hasBar: boolean;
}) {
  const [first] = useState(page);
  const { asked, ask, close } = deciding;
  useEffect(() => {
    const timer = setTimeout(fetchAhead, FETCHED_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="mt-4 grid gap-2">
      {page.version !== first.version ? (
        <Banner tone="amber" live title="The quote has just changed">
          {changedProblem(deed) ??
            "The business changed it while you had it open. This is the new version: please read it before you accept."}
        </Banner>
      ) : page.agreed !== first.agreed ? (
        <Banner tone="amber" live title="The agreed total has just changed">
          {changedProblem(deed) ??
            "Something else was agreed of this job while you had this open. Please look at the new total before you accept."}
        </Banner>
      ) : null}
      <Button
        variant="accent"
        block
        className={cx("h-14 text-lg md:h-12", hasBar && "max-lg:hidden")}
        disabled={choice.isReckoning}
        icon={<Check aria-hidden size={22} strokeWidth={2} />}
        onClick={() => ask("accept")}
      >
        Accept Quote
      </Button>
      <Button variant="quiet" block onClick={() => ask("decline")}>
        Decline Quote
      </Button>
      {asked === "accept" && <Later sheet={accepting} props={{ deed, page, choice, onClose: close }} />}
      {asked === "decline" && (
        <Later sheet={declining} props={{ deed, document: choice.shown, onClose: close }} />
      )}
    </div>
  );
}
