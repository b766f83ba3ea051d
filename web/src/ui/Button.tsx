import { type ButtonHTMLAttributes, cloneElement, isValidElement, type ReactNode, type Ref } from "react";
import { cx } from "./cx";
import { Spinner } from "./Spinner";
import { isWriteHandler, useIsSupportForm, useSupportView } from "./support-view";

export type ButtonVariant = "primary" | "accent" | "secondary" | "quiet" | "danger";

/** How each kind of button is coloured. */
export const buttonVariants: Record<ButtonVariant, string> = {
  primary: "bg-ink text-paper hover:bg-ink-soft",
  accent: "bg-accent text-paper hover:bg-accent-strong",
  secondary: "border border-line bg-paper text-ink hover:border-line-strong hover:bg-canvas",
  quiet: "text-ink hover:bg-hover",
  danger: "bg-bad text-paper hover:bg-[#991b1b]",
};

/** What every button has. Its words take a second line before they leave the screen, as large ones may. */
export const buttonBase =
  "inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 rounded-md text-center font-semibold leading-tight transition-colors disabled:opacity-55 aria-disabled:opacity-55";

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
  /** It writes, or (false) it does not: where its looks or its handler do not say so. Not offered to support. */
  writes?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** What a button of these looks does is done. */
const WRITING_VARIANTS = new Set<ButtonVariant>(["primary", "accent", "danger"]);

/** Whether a link leads to one of these addresses. */
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
  // A link that looks like a deed only leads somewhere, unless it says otherwise.
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
 * What an element gets of the button around it: its looks, and both their answers to a press. Radix's Slot does the
 * same of more, and would be a kilobyte of the customer's page.
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
