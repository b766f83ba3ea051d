import type { Cancellation } from "../../api/generated/Cancellation";
import { CancellationNotice } from "./CancellationNotice";

/** What a customer may cancel, and the request to start early: asked by them alone, so it is never ticked before. */
export function EarlyStartCheckbox({
  cancellation,
  checked,
  onCheckedChange,
}: {
  cancellation: Cancellation;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}) {
  return (
    <div>
      <p className="font-medium text-ink text-sm">{cancellation.line}</p>
      <CancellationNotice cancellation={cancellation} />
      {cancellation.early && (
        <label className="flex min-h-12 cursor-pointer items-start gap-3 py-2">
          <input
            type="checkbox"
            checked={checked}
            onChange={(event) => onCheckedChange(event.target.checked)}
            className="mt-0.5 size-6 shrink-0 accent-ink"
          />
          <span className="text-sm">
            {cancellation.early} <span className="text-quiet">(optional)</span>
          </span>
        </label>
      )}
    </div>
  );
}
