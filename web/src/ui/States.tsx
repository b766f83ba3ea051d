import { CloudOff, type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "./Button";
import { deviceName } from "./device";

/** Shown in an empty list: what the list is for, and the first action. */
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
  /** h1 if it is the page's only content. */
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

/** Shown instead of something that no longer exists, with a link that leads on. */
export function NotFoundState({
  icon,
  title,
  link,
  children = "It may have been deleted.",
}: {
  icon: LucideIcon;
  title: string;
  /** Where to go instead: { to: '/items', label: 'See all items' }. */
  link: { to: string; label: string };
  children?: ReactNode;
}) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        <Button asChild>
          <Link to={link.to}>{link.label}</Link>
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

/** Shown offline if nothing is cached here, which doesn't mean that nothing exists. `noun`: 'quotes'. */
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

/** Shown when a search has no results. */
export function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={`Nothing found for “${search}”`}
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      Check the spelling, or search for the beginning of a word.
    </EmptyState>
  );
}

/**
 * Something failed to load. `message` says what happened; a button retries, and a link leads elsewhere if the
 * page may no longer exist.
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
  /** Where to go if the page no longer exists; false or omitted if retrying may help. */
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
