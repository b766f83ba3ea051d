import { CloudOff, type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "./Button";
import { deviceName } from "./device";

/** Says what a list is for, with its first action. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  heading: Heading = "h2",
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** h1 where it is all that the page says. */
  heading?: "h1" | "h2";
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-10 text-center md:px-6 md:py-14">
      <span className="mb-2 flex size-14 items-center justify-center rounded-full bg-canvas text-ink">
        <Icon aria-hidden size={26} strokeWidth={1.5} />
      </span>
      <Heading className="font-semibold text-lg">{title}</Heading>
      {children ? <div className="max-w-sm text-quiet">{children}</div> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}

/** Without signal: nothing of it is held here, which does not say that there is none. `noun`: 'quotes'. */
export function NothingCached({
  noun,
  children,
  action,
}: {
  noun: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <EmptyState icon={CloudOff} title={`No ${noun} are saved on this ${deviceName()}`} action={action}>
      {children ?? "There may be some in your account. You’ll see them once there is signal."}
    </EmptyState>
  );
}

/** A search that found nothing. */
export function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={`Nothing found for “${search}”`}
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      Check the spelling, or search for part of a word.
    </EmptyState>
  );
}

/**
 * Something did not load. `message` says what happened; the button tries again, and another leads on from what may be
 * gone.
 */
export function ErrorState({
  title = "This could not be loaded",
  message,
  onRetry,
  link,
}: {
  title?: string;
  message?: string;
  onRetry: () => void;
  /** Where to go from what is not there any more; left out: it may load the next time. */
  link?: { to: string; label: string } | false;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      <span className="mb-2 flex size-14 items-center justify-center rounded-full bg-bad-tint text-bad">
        <CloudOff aria-hidden size={26} strokeWidth={1.5} />
      </span>
      <h2 className="font-semibold text-lg">{title}</h2>
      {message ? <p className="max-w-sm text-quiet">{message}</p> : null}
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <Button onClick={onRetry}>Try again</Button>
        {link && (
          <Button asChild variant="primary">
            <Link to={link.to}>{link.label}</Link>
          </Button>
        )}
      </div>
    </div>
  );
}
