import { CircleAlert } from "lucide-react";
import type { SkippedPhotosNotice } from "./leftOut";

/** What was left out when photos were chosen, where they stand: a toast is gone before eighteen are counted. */
export function PhotoNotice({ notice }: { notice: SkippedPhotosNotice | undefined }) {
  if (!notice) return null;
  return (
    <p role="alert" className="flex items-start gap-1.5 text-bad text-sm [overflow-wrap:anywhere]">
      <CircleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
      {notice.text}
    </p>
  );
}
