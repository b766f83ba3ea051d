import font from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { ReactNode } from "react";
import { PlumbLineBackground } from "./PlumbLine";
import { type PageAssets, type PageMeta, SITE_ORIGIN } from "./parts";
import { SiteFooter } from "./SiteFooter";
import { SiteHeader } from "./SiteHeader";

/** What may be read in the installed app as well. */
const APP_READABLE_PATHS = ["/privacy", "/terms", "/accessibility"];

/** A whole page of the site: readable by its HTML alone. */
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
