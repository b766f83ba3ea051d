import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { NavLink } from "react-router";
import { cx } from "../../ui/cx";
import { Tooltip } from "../../ui/Tooltip";
import { unreadCountQuery } from "./queries";

/** The count, or '99+' from a hundred on. */
export const formatCountUpTo99 = (count: number) => (count > 99 ? "99+" : String(count));

/** A link to the notifications, with the number of new ones. */
export function NotificationBell({ className }: { className?: string }) {
  const { data: unread = 0 } = useQuery(unreadCountQuery);
  const label = unread > 0 ? `Notifications, ${formatCountUpTo99(unread)} new` : "Notifications";
  return (
    <Tooltip text={label}>
      <NavLink
        to="/notifications"
        aria-label={label}
        // A string, because the tooltip adds its own class. `aria-current` marks the current page.
        className={cx(
          "relative flex h-control w-control items-center justify-center rounded-md text-quiet transition-colors hover:bg-hover hover:text-ink aria-[current=page]:text-ink",
          className,
        )}
      >
        <BellIcon aria-hidden size={22} strokeWidth={1.75} />
        {unread > 0 ? (
          <span
            aria-hidden
            className="absolute -top-1 left-1/2 flex h-5 min-w-5 items-center justify-center rounded-full bg-accent-strong px-1.5 font-semibold text-paper text-xs tabular-nums"
          >
            {formatCountUpTo99(unread)}
          </span>
        ) : null}
      </NavLink>
    </Tooltip>
  );
}
