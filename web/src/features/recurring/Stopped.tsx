import { usePlan } from "../../entities/plans/usePlan";
import { Banner } from "../../ui/Banner";

/** Said where recurring invoices are shown of an account whose plan has lapsed. */
export function Stopped() {
  const { isStopped } = usePlan();
  if (!isStopped) return null;
  return (
    <Banner tone="amber" title="Nothing is made or sent just now" className="mb-4">
      Recurring invoices go on once there is a plan again. Those of the days until then are drafts, for you to
      look at first.
    </Banner>
  );
}
