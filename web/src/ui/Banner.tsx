import { CircleAlert, CircleCheck, CircleX, Clock, Info, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { BadgeTone } from "./Badge";
import { cx } from "./cx";

const toneStyles: Record<BadgeTone, { className: string; icon: LucideIcon }> = {
  blue: { className: "border-pending/25 bg-pending-tint text-pending", icon: Clock },
  green: { className: "border-ok/25 bg-ok-tint text-ok", icon: CircleCheck },
  red: { className: "border-bad/25 bg-bad-tint text-bad", icon: CircleX },
  grey: { className: "border-line bg-idle-tint text-idle", icon: Info },
  amber: { className: "border-warn/25 bg-warn-tint text-warn", icon: CircleAlert },
};

/** A message across the page or card. `live` announces it to screen readers when it appears. */
export function Banner({
  tone,
  title,
  action,
  live = false,
  className,
  children,
}: {
  tone: BadgeTone;
  title?: string;
  action?: ReactNode;
  live?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  const { className: tint, icon: Icon } = toneStyles[tone];
  return (
    <div
      role={live ? (tone === "red" ? "alert" : "status") : undefined}
      className={cx("flex items-start gap-3 rounded-lg border px-4 py-3", tint, className)}
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <div className="wrap-anywhere min-w-0 flex-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div className={cx(title && "text-sm")}>{children}</div> : null}
      </div>
      {action}
    </div>
  );
}
