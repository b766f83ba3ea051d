import { usePlan } from "../../entities/plans/usePlan";
import { Banner } from "../../ui/Banner";

/** Said where recurring invoices are shown of an account whose plan has lapsed. */
export function RecurringStoppedBanner() {
  const { isLapsed } = usePlan();
  if (!isLapsed) return null;
  return (
    <Banner tone="amber" title="Recurring invoices have stopped for now" className="mb-4">
      Recurring invoices carry on once you have a plan again. The ones due before then become drafts for you
      to check first.
    </Banner>
  );
}
