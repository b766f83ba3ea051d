import type { Cancellation } from "../../api/generated/Cancellation";
import { CancellationNotice } from "../../documents/cancellation/CancellationNotice";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";

/** Until when the customer may cancel, how, and the button that does it. */
export function CustomerCancellationCard({
  cancellation,
  isVariation,
  onCancel,
  className,
}: {
  cancellation: Cancellation;
  /** Whether it is a variation of a job, which stands without it. */
  isVariation: boolean;
  onCancel: () => void;
  className: string;
}) {
  return (
    <section
      aria-label="Cancelling"
      className={cx("rounded-lg border border-line bg-paper p-4 md:p-5", className)}
    >
      <p className="font-medium text-ink">{cancellation.line}</p>
      {cancellation.earlyNote && <p className="mt-1 text-quiet text-sm">{cancellation.earlyNote}</p>}
      <CancellationNotice cancellation={cancellation} />
      {cancellation.cancel && (
        <Button block onClick={onCancel}>
          {isVariation ? "Cancel this variation" : "Cancel this job"}
        </Button>
      )}
    </section>
  );
}
