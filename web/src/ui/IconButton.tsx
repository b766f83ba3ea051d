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
  /**
   * Whether the button writes, if its handler doesn't show that. Support isn't offered buttons that write.
   */
  writes?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with only an icon; its label is shown in a tooltip. */
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
