import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../ui/cx";
import { IconButton } from "../../../ui/IconButton";

/** One thing that is switched on for a line: what it is, its fields, its way off. */
export function LineOptionRow({
  icon,
  label,
  removeLabel,
  onRemove,
  wide = false,
  children,
}: {
  icon?: ReactNode;
  label: string;
  /** Left out where it is never off. */
  removeLabel?: string;
  onRemove?: () => void;
  /** Its fields need a row of their own on a phone, and less beside them next to the preview. */
  wide?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      className={cx(
        "flex flex-wrap items-start gap-x-2 rounded-md bg-canvas py-1 pr-1 pl-3",
        wide && "@sm:flex-nowrap",
      )}
    >
      <span
        className={cx(
          "flex min-h-control items-center gap-2 font-medium text-ink text-sm",
          children ? wide && "flex-1 @sm:flex-none" : "flex-1",
        )}
      >
        {icon && <span className={cx(wide && "@sm:@max-xl:hidden")}>{icon}</span>}
        {label}
      </span>
      {children && (
        <div
          className={cx(
            "flex min-w-0 flex-wrap items-center gap-2",
            wide ? "order-1 basis-full pr-2 pb-2 @sm:order-none @sm:flex-1 @sm:p-0" : "flex-1",
          )}
        >
          {children}
        </div>
      )}
      {removeLabel && (
        <IconButton
          label={removeLabel}
          icon={<X aria-hidden size={18} strokeWidth={1.75} />}
          onClick={onRemove}
          className="text-quiet"
        />
      )}
    </div>
  );
}
