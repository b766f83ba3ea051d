import { Plus } from "lucide-react";
import { NavLink, useLocation } from "react-router";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { newItems, tabPlaces } from "./navigation";
import { PlaceMark } from "./PlaceMark";

/** The phone's bottom: five places, and 'New' within reach of a thumb above them, unless the page is a quiet one. */
export function TabBar({ quiet = false, toConfirm }: { quiet?: boolean; toConfirm: Record<string, number> }) {
  const { pathname } = useLocation();
  return (
    <>
      {quiet ? null : (
        <div className="fixed right-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom,0px))] z-30 md:hidden">
          <DropdownMenu
            side="top"
            trigger={
              <Button
                variant="accent"
                className="h-14! rounded-full! px-6 text-lg shadow-float"
                icon={<Plus aria-hidden size={24} strokeWidth={2} />}
              >
                New
              </Button>
            }
            items={newItems}
          />
        </div>
      )}
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-line border-t bg-paper pb-safe md:hidden"
      >
        {tabPlaces.map(({ to, label, icon: Icon, within }) => (
          <NavLink
            key={to}
            to={to}
            className={({ isActive }) =>
              cx(
                "relative flex h-16 flex-col items-center justify-center gap-1 font-medium text-xs",
                "focus-visible:outline-offset-[-4px]",
                isActive || within?.some((path) => pathname.startsWith(path))
                  ? "text-ink before:absolute before:inset-x-4 before:top-0 before:h-0.5 before:rounded-full before:bg-accent"
                  : "text-quiet",
              )
            }
          >
            <Icon aria-hidden size={22} strokeWidth={1.75} />
            {label}
            <PlaceMark count={toConfirm[to]} className="absolute top-1.5 left-[calc(50%+0.375rem)]" />
          </NavLink>
        ))}
      </nav>
    </>
  );
}
