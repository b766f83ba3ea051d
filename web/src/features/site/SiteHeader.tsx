import { cx } from "../../ui/cx";
import { Logo } from "../../ui/Logo";
import { FRAME_CLASS } from "./blocks";
import { ActionLink } from "./links";

const HEADER_LINKS = [
  { href: "/features", label: "Features" },
  { href: "/pricing", label: "Pricing" },
  { href: "/login", label: "Login" },
];

const TRY_LABEL = "Try Plumbline free";

/** The way round the site. On a phone it folds into a menu, which opens without a script. */
export function SiteHeader({ path }: { path: string }) {
  const links = path === "/" ? HEADER_LINKS : [{ href: "/", label: "Home" }, ...HEADER_LINKS];
  const markCurrent = (href: string) => (href === path ? ("page" as const) : undefined);
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-canvas">
      <div
        className={cx(FRAME_CLASS, "flex min-h-[64px] flex-wrap items-center justify-between gap-x-[16px]")}
      >
        <a
          href="/"
          aria-label="Plumbline, home"
          className="-ml-[4px] flex min-h-12 items-center rounded-md px-[4px]"
        >
          <Logo />
        </a>
        <nav aria-label="Site" className="hidden items-center gap-1 md:flex">
          {links.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              aria-current={markCurrent(href)}
              className="flex min-h-11 items-center rounded-md px-3.5 font-medium text-ink hover:bg-hover aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:decoration-accent aria-[current=page]:underline-offset-8"
            >
              {label}
            </a>
          ))}
          <ActionLink href="/register" className="ml-3">
            {TRY_LABEL}
          </ActionLink>
        </nav>
        <details data-menu className="group md:hidden">
          <summary className="-mr-[12px] flex size-[48px] list-none items-center justify-center rounded-md text-ink [&::-webkit-details-marker]:hidden">
            <span className="sr-only">Menu</span>
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              className="size-[24px]"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinecap="round"
            >
              <path d="M4 8h16M4 16h16" className="group-open:hidden" />
              <path d="M6 6l12 12M18 6 6 18" className="hidden group-open:block" />
            </svg>
          </summary>
          <nav
            aria-label="Menu"
            className="absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] overflow-y-auto overscroll-contain border-line border-b bg-canvas px-[24px] pt-2 pb-6 shadow-float"
          >
            <ul>
              {links.map(({ href, label }) => (
                <li key={href} className="border-line border-b">
                  <a
                    href={href}
                    aria-current={markCurrent(href)}
                    className="flex min-h-14 items-center font-semibold text-ink text-lg aria-[current=page]:text-accent"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
            <ActionLink href="/register" large className="mt-5 w-full">
              {TRY_LABEL}
            </ActionLink>
          </nav>
        </details>
      </div>
    </header>
  );
}
