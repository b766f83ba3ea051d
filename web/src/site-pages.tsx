import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { FeaturesPage } from "./features/site/features/FeaturesPage";
import { HomePage } from "./features/site/home/HomePage";
import { AccessibilityPage, PrivacyPage, TermsPage } from "./features/site/legal/legal-pages";
import { PricingPage } from "./features/site/pricing/PricingPage";
import type { PageAssets } from "./features/site/SitePage";
import { SiteSupportPage } from "./features/site/support/SiteSupportPage";

/** The pages of the site by file name; the server maps paths to them. */
const PAGES: Record<string, (props: { assets: PageAssets }) => ReactElement> = {
  home: HomePage,
  features: FeaturesPage,
  pricing: PricingPage,
  support: SiteSupportPage,
  privacy: PrivacyPage,
  terms: TermsPage,
  accessibility: AccessibilityPage,
};

/** The pages as HTML, once the names of their assets are known. Run by the build, not in a browser. */
export function pages(assets: PageAssets): Record<string, string> {
  const html = Object.entries(PAGES).map(([name, Page]) => [
    name,
    `<!doctype html>${renderToStaticMarkup(<Page assets={assets} />)}`,
  ]);
  return Object.fromEntries(html);
}
