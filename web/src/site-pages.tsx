import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { FeaturesPage } from "./features/site/features/FeaturesPage";
import { HomePage } from "./features/site/home/HomePage";
import { AccessibilityPage } from "./features/site/legal/AccessibilityPage";
import { PrivacyPage } from "./features/site/legal/PrivacyPage";
import { TermsPage } from "./features/site/legal/TermsPage";
import type { PageAssets } from "./features/site/parts";
import { PricingPage } from "./features/site/pricing/PricingPage";
import { SiteSupportPage } from "./features/site/support/SiteSupportPage";

/** Each page of the site by the name of its file, which the server knows by its path. */
const PAGES: Record<string, (props: { assets: PageAssets }) => ReactElement> = {
  home: HomePage,
  features: FeaturesPage,
  pricing: PricingPage,
  support: SiteSupportPage,
  privacy: PrivacyPage,
  terms: TermsPage,
  accessibility: AccessibilityPage,
};

/** The pages as HTML, once the names of what they load are known. Run by the build, not by a browser. */
export function pages(assets: PageAssets): Record<string, string> {
  const html = Object.entries(PAGES).map(([name, Page]) => [
    name,
    `<!doctype html>${renderToStaticMarkup(<Page assets={assets} />)}`,
  ]);
  return Object.fromEntries(html);
}
