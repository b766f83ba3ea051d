import type { PageAssets, PageMeta } from "../parts";
import { SitePage } from "../SitePage";
import { CustomerSection } from "./Customer";
import { DevicesSection } from "./Devices";
import { FeaturesSection } from "./FeatureGrid";
import { ClaimsSection } from "./Figures";
import { HeroSection } from "./Hero";
import { TidyNotesSection } from "./Notes";
import { PricesSection } from "./Prices";
import { TroublesSection } from "./Trouble";

const HOME_META: PageMeta = {
  path: "/",
  title: "Plumbline: quotes and invoices for UK tradespeople",
  description:
    "Make the quote on your phone while you’re still on the job. It adds up to the penny, and your customer accepts online. Free for two weeks, no card.",
};

/** The front door. */
export function HomePage({ assets }: { assets: PageAssets }) {
  return (
    <SitePage pageMeta={HOME_META} assets={assets}>
      <HeroSection />
      <DevicesSection />
      <TidyNotesSection />
      <CustomerSection />
      <TroublesSection />
      <FeaturesSection />
      <ClaimsSection />
      <PricesSection />
    </SitePage>
  );
}
