import { cx } from "../../ui/cx";
import { Logo } from "../../ui/Logo";
import { FRAME_CLASS } from "./blocks";
import { ActionLink, TRIAL_LABEL } from "./links";
import { SUPPORT_EMAIL } from "./parts";

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

/** Where the line ends: the one thing to do, and the way to everything else. */
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
