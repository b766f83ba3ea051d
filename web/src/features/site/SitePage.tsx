import font from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { ReactNode } from "react";
import { cx } from "../../ui/cx";
import { Logo } from "../../ui/Logo";
import { ActionLink, FRAME_CLASS, TRIAL_LABEL } from "./blocks";

/**
 * The plumb line along a page. Its bob stays in the window's lower half while the page scrolls, and comes to
 * rest where the page ends; it needs only styles.
 */
export function PlumbLineBackground() {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 left-2 w-0 border-line-strong/35 border-l border-dashed md:left-[max(1rem,calc(50vw-37.5rem))] lg:left-[max(11.5rem,calc(50vw-28rem))]"
    >
      <div className="sticky top-0 h-[64vh] max-h-full">
        <div className="-left-px absolute top-0 bottom-5 w-[1.5px] bg-ink" />
        <svg
          aria-hidden="true"
          viewBox="10 14 12 15.5"
          className="-translate-x-1/2 absolute bottom-0 left-0 h-[15.5px] w-3 lg:h-[31px] lg:w-6"
        >
          <path
            d="M14.6 14h2.8c.4 0 .7.2.8.6l.3 1.6 2.6 3c.5.6.5 1.4.1 2L16 29.5l-5.2-8.3c-.4-.6-.4-1.4.1-2l2.6-3 .3-1.6c.1-.4.4-.6.8-.6Z"
            fill="#C2410C"
          />
        </svg>
      </div>
    </div>
  );
}

/** Placeholders that the server replaces in its response: its origin, and the support address. */
export const SITE_ORIGIN = "{{origin}}";
export const SUPPORT_EMAIL = "{{support}}";

/** The metadata of a page. */
export interface PageMeta {
  path: string;
  title: string;
  description: string;
}

/** The build's output that every page needs. */
export interface PageAssets {
  script: string;
  css: string;
}

const FOOTER_COLUMNS = [
  {
    title: "Plumbline",
    links: [
      { href: "/#features", label: "What it does" },
      { href: "/#pricing", label: "What it costs" },
      { href: "/features", label: "Features" },
      { href: "/pricing", label: "Pricing" },
    ],
  },
  {
    title: "You",
    links: [
      { href: "/register", label: "Register" },
      { href: "/login", label: "Login" },
      { href: "/support", label: "Support" },
    ],
  },
  {
    title: "The small print",
    links: [
      { href: "/privacy", label: "Privacy" },
      { href: "/terms", label: "Terms" },
      { href: "/accessibility", label: "Accessibility" },
    ],
  },
];

const LINK_CLASS =
  "inline-flex min-h-11 items-center text-paper/80 hover:text-paper hover:underline underline-offset-4";

/** The foot of every page, where the line ends: the call to action, and links to all other pages. */
export function SiteFooter() {
  return (
    <footer className="relative bg-ink text-paper">
      <div className="border-paper/15 border-b py-16 md:py-24">
        <div className={cx(FRAME_CLASS, "flex flex-col gap-8 md:flex-row md:items-end md:justify-between")}>
          <div>
            <p className="font-[640] text-hero">Two weeks free. No card.</p>
            <p className="mt-5 max-w-[48ch] text-lead text-paper/75">
              Send a real quote to a real customer today. If it isn’t for you, stop. There is nothing to
              cancel.
            </p>
          </div>
          <ActionLink href="/register" variant="accent" large className="self-start md:self-auto">
            {TRIAL_LABEL}
          </ActionLink>
        </div>
      </div>
      <div
        className={cx(
          FRAME_CLASS,
          "grid grid-cols-1 gap-x-8 gap-y-10 py-14 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1fr]",
        )}
      >
        <div>
          <Logo onDark />
          <p className="mt-4 max-w-[34ch] text-paper/75">
            Quotes and invoices for UK tradespeople, right to the penny.
          </p>
          <p className="mt-4">
            <a href={`mailto:${SUPPORT_EMAIL}`} className={cx(LINK_CLASS, "wrap-anywhere")}>
              {SUPPORT_EMAIL}
            </a>
          </p>
        </div>
        {FOOTER_COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-semibold text-paper text-sm">{title}</h2>
            <ul className="mt-2">
              {links.map(({ href, label }) => (
                <li key={href}>
                  <a href={href} className={LINK_CLASS}>
                    {label}
                  </a>
                </li>
              ))}
              {title === "The small print" ? (
                <li>
                  <button type="button" data-consent hidden className={LINK_CLASS}>
                    Cookie settings
                  </button>
                </li>
              ) : null}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}

const HEADER_LINKS = [
  { href: "/features", label: "Features" },
  { href: "/pricing", label: "Pricing" },
  { href: "/login", label: "Login" },
];

const TRY_LABEL = "Try Plumbline free";

/** The navigation of the site. On a phone it folds into a menu, which opens without a script. */
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

/** The pages that can also be read in the installed app. */
const APP_READABLE_PATHS = ["/privacy", "/terms", "/accessibility"];

/** A whole page of the site, readable without scripts. */
export function SitePage({
  pageMeta,
  assets,
  children,
}: {
  pageMeta: PageMeta;
  assets: PageAssets;
  children: ReactNode;
}) {
  const guardAttributes = APP_READABLE_PATHS.includes(pageMeta.path) ? {} : { "data-guarded": "" };
  const address = `${SITE_ORIGIN}${pageMeta.path}`;
  return (
    <html lang="en-GB" {...guardAttributes}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{pageMeta.title}</title>
        <meta name="description" content={pageMeta.description} />
        <link rel="canonical" href={address} />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, here instead of one more request */}
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        <script type="module" src={assets.script} />
        <meta name="theme-color" content="#F6F5F2" />
        <meta name="color-scheme" content="light" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-180.png" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Plumbline" />
        <meta property="og:locale" content="en_GB" />
        <meta property="og:title" content={pageMeta.title} />
        <meta property="og:description" content={pageMeta.description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content={`${SITE_ORIGIN}/social.jpg`} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="A quote made with Plumbline, on a phone" />
        <meta name="twitter:card" content="summary_large_image" />
      </head>
      <body>
        <a
          href="#main"
          className="-translate-y-16 fixed top-2 left-2 z-50 rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
        >
          Skip to the page
        </a>
        <SiteHeader path={pageMeta.path} />
        <main id="main" className="relative">
          <PlumbLineBackground />
          {children}
        </main>
        <SiteFooter />
      </body>
    </html>
  );
}
