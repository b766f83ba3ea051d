import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link, NavLink, useLocation } from "react-router";
import { unreadCountQuery } from "../../entities/notifications/queries";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { findNewItem, newItems, tabPlaces } from "./navigation";
import { CountBadge } from "./PlaceMark";
import { useIsAtPageEnd } from "./useNothingBelow";

/** Beside its icon; a wide number moves over it before it leaves the window. */
const BADGE_CLASS =
  "pointer-events-none absolute top-1.5 right-0.5 left-[calc(50%+0.375rem)] flex justify-end *:mr-auto";

/** The phone's bottom: five places, and 'New' within reach of a thumb above them, unless the page is a quiet one. */
export function TabBar({
  hidesNewButton = false,
  paymentsToConfirm,
}: {
  hidesNewButton?: boolean;
  paymentsToConfirm: Record<string, number>;
}) {
  const { pathname } = useLocation();
  const { data: unread } = useQuery(unreadCountQuery);
  return (
    <nav aria-label="Main" data-bottom-bar className="print:hidden md:hidden">
      {hidesNewButton ? null : <NewButton pathname={pathname} />}
      <div className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-line border-t bg-paper pb-safe">
        {tabPlaces.map(({ to, label, icon: Icon, within }) => (
          <NavLink
            key={to}
            to={to}
            className={({ isActive }) =>
              cx(
                "relative flex h-16 flex-col items-center justify-center gap-1 font-medium text-[length:max(12px,min(0.75rem,3.6vw))] leading-4",
                "focus-visible:outline-offset-[-4px]",
                isActive || within?.some((path) => pathname.startsWith(path))
                  ? "text-ink before:absolute before:inset-x-4 before:top-0 before:h-0.5 before:rounded-full before:bg-accent"
                  : "text-quiet",
              )
            }
          >
            <Icon aria-hidden size={22} strokeWidth={1.75} />
            <span className="max-w-full hyphens-auto text-center wrap-anywhere">{label}</span>
            <span className={BADGE_CLASS}>
              <CountBadge count={paymentsToConfirm[to]} />
              {to === "/more" ? (
                <CountBadge count={unread} nouns={["new notification", "new notifications"]} />
              ) : null}
            </span>
          </NavLink>
        ))}
      </div>
    </nav>
  );
}

/**
 * What is begun from here: on a list one of its kind, elsewhere a choice. It says so in words where nothing lies under
 * it, and is an icon over the rows of a list, beside their amounts.
 */
function NewButton({ pathname }: { pathname: string }) {
  const listItem = findNewItem(pathname);
  const isWide = useIsAtPageEnd();
  const label = listItem?.label ?? "New";
  const className = cx("h-14! rounded-full! text-lg shadow-float", isWide ? "px-6" : "w-14 px-0!");
  const content = (
    <>
      <Plus aria-hidden size={24} strokeWidth={2} />
      <span className={cx(!isWide && "sr-only")}>{label}</span>
    </>
  );
  return (
    // While documents are chosen, what is done with them stands there instead.
    <div className="fixed right-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom,0px))] z-30 in-[body:has([data-choosing])]:hidden">
      {listItem?.to ? (
        <Button asChild variant="accent" className={className}>
          <Link to={listItem.to}>{content}</Link>
        </Button>
      ) : (
        <DropdownMenu
          side="top"
          trigger={
            <Button variant="accent" className={className}>
              {content}
            </Button>
          }
          items={newItems}
        />
      )}
    </div>
  );
}
