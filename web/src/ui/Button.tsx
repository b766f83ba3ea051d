import { Slot } from "radix-ui";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "./cx";
import { Spinner } from "./Spinner";

export type ButtonVariant = "primary" | "accent" | "secondary" | "quiet" | "danger";

/** How each kind of button is coloured. */
export const buttonVariants: Record<ButtonVariant, string> = {
  primary: "bg-ink text-paper hover:bg-ink-soft",
  accent: "bg-accent text-paper hover:bg-accent-strong",
  secondary: "border border-line bg-paper text-ink hover:border-line-strong hover:bg-canvas",
  quiet: "text-ink hover:bg-hover",
  danger: "bg-bad text-paper hover:bg-[#991b1b]",
};

/** What every button has. */
export const buttonBase =
  "inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-semibold transition-colors disabled:opacity-55 aria-disabled:opacity-55";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  /** Shows a spinner, keeps the width, refuses presses. */
  busy?: boolean;
  /** What the button reads while busy ('Sending…'); its children when left out. */
  busyLabel?: string;
  /** Fills its row. */
  block?: boolean;
  icon?: ReactNode;
  /** Renders its one child (a Link) with the button's looks. */
  asChild?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = "secondary",
  busy = false,
  busyLabel,
  block = false,
  icon,
  asChild = false,
  className,
  children,
  type = "button",
  disabled,
  ...rest
}: ButtonProps) {
  const classes = cx(
    buttonBase,
    "h-control px-4",
    buttonVariants[variant],
    // Of one width whatever it says: what does not fit takes a second line.
    block && "w-full whitespace-normal! leading-tight",
    className,
  );
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={classes}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
