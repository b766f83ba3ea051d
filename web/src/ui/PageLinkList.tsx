import { ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "./Card";

/** A page in a `PageLinkList`. */
export interface PageLink {
  to: string;
  label: string;
  hint: string;
  icon: LucideIcon;
  /** At the right: for example the number of things to see. */
  badge?: ReactNode;
}

/** A list of links to pages, each with a short description. */
export function PageLinkList({ links }: { links: PageLink[] }) {
  return (
    <Card flush className="overflow-hidden">
      <ul className="divide-y divide-line">
        {links.map(({ to, label, hint, icon: Icon, badge }) => (
          // With the text twice as large, a phone has no room for the icons, and a badge is below the text.
          <li key={label} className="@container">
            <Link
              to={to}
              className="flex min-h-18 items-center gap-x-4 gap-y-1 px-4 py-3 transition-colors @max-[14rem]:flex-wrap hover:bg-canvas focus-visible:outline-offset-[-2px] md:px-5"
            >
              <Icon
                aria-hidden
                size={22}
                strokeWidth={1.75}
                className="shrink-0 text-ink @max-[14rem]:hidden"
              />
              <span className="wrap-anywhere min-w-0 flex-1 @max-[14rem]:basis-full">
                <span className="block font-semibold text-ink">{label}</span>
                <span className="block text-quiet text-sm">{hint}</span>
              </span>
              {badge}
              <ChevronRight
                aria-hidden
                size={20}
                strokeWidth={1.75}
                className="shrink-0 text-quiet @max-[14rem]:hidden"
              />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
