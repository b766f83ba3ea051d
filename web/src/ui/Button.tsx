import { type ButtonHTMLAttributes, cloneElement, isValidElement, type ReactNode, type Ref } from "react";
import { cx } from "./cx";
import { Spinner } from "./Spinner";
import { isWriteHandler, useIsSupportForm, useSupportView } from "./support-view";

export type ButtonVariant = "primary" | "accent" | "secondary" | "quiet" | "danger";

/** The colours of each button variant. */
export const buttonVariants: Record<ButtonVariant, string> = {
  primary: "bg-ink text-paper hover:bg-ink-soft",
  accent: "bg-accent text-paper hover:bg-accent-strong",
  secondary: "border border-line bg-paper text-ink hover:border-line-strong hover:bg-canvas",
  quiet: "text-ink hover:bg-hover",
  danger: "bg-bad text-paper hover:bg-[#991b1b]",
};

/** The classes of every button. A long label wraps to a second line instead of leaving the screen. */
export const buttonBase =
  "inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 rounded-md text-center font-semibold leading-tight transition-colors disabled:opacity-55 aria-disabled:opacity-55";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  /** Shows a spinner, keeps the width and ignores presses. */
  busy?: boolean;
  /** The label while busy ('Sending…'); by default the children. */
  busyLabel?: string;
  /** Makes the button as wide as its row. */
  block?: boolean;
  icon?: ReactNode;
  /** Renders its only child (a Link) with the button's appearance. */
  asChild?: boolean;
  /**
   * Whether the button writes, if its variant and handler don't show that. Support isn't offered buttons that
   * write.
   */
  writes?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Buttons of these variants make a change. */
const WRITING_VARIANTS = new Set<ButtonVariant>(["primary", "accent", "danger"]);

/** Whether an element is a link to an address that `isOne` accepts. */
const isLinkToOneOf = (link: ReactNode, isOne: (path: string) => boolean): boolean =>
  isValidElement<ElementProps>(link) && typeof link.props.to === "string" && isOne(link.props.to);

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
  writes,
  ...rest
}: ButtonProps) {
  const isWritePath = useSupportView();
  const isSupportForm = useIsSupportForm();
  const isWriting = writes ?? (WRITING_VARIANTS.has(variant) || isWriteHandler(rest.onClick));
  // A link that looks like a button normally only navigates, unless `writes` says otherwise.
  if (
    isSupportForm ||
    (isWritePath && (asChild ? writes || isLinkToOneOf(children, isWritePath) : isWriting))
  )
    return null;
  const classes = cx(
    buttonBase,
    "min-h-control px-4 py-1",
    buttonVariants[variant],
    block && "w-full",
    className,
  );
  if (asChild)
    return isValidElement<ElementProps>(children)
      ? cloneElement(children, mergeProps(children.props, classes, rest))
      : null;
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

type ElementProps = Record<string, unknown>;

/**
 * Merges the button's props into its child's: class names are joined, and both event handlers run. Radix's
 * Slot does this and more, but would add a kilobyte to the customer's page.
 */
function mergeProps(own: ElementProps, classes: string, given: ElementProps): ElementProps {
  const all: ElementProps = { ...given, ...own, className: cx(classes, own.className as string | undefined) };
  for (const [name, handler] of Object.entries(given)) {
    const first = own[name];
    if (typeof handler !== "function" || typeof first !== "function" || !/^on[A-Z]/.test(name)) continue;
    all[name] = (...args: unknown[]) => {
      first(...args);
      handler(...args);
    };
  }
  return all;
}
