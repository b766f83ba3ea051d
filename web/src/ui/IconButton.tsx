import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { type ButtonVariant, buttonBase, buttonVariants } from "./Button";
import { cx } from "./cx";
import { isWriteHandler, useIsSupportForm, useSupportView } from "./support-view";
import { Tooltip } from "./Tooltip";

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  /** It writes, where its handler does not say so. Not offered to support. */
  writes?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is an icon; its name shows in a tooltip. */
export function IconButton({
  label,
  icon,
  variant = "quiet",
  className,
  type = "button",
  writes,
  ...rest
}: IconButtonProps) {
  const isSupportView = useSupportView() !== null;
  const isSupportForm = useIsSupportForm();
  if (isSupportForm || (isSupportView && (writes ?? isWriteHandler(rest.onClick)))) return null;
  return (
    <Tooltip text={label}>
      <button
        type={type}
        aria-label={label}
        className={cx(buttonBase, "h-control w-control", buttonVariants[variant], className)}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
