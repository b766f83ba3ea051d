import type { About, Assets } from "../parts";
import { SitePage } from "../SitePage";
import { Customer } from "./Customer";
import { Devices } from "./Devices";
import { FeatureGrid } from "./FeatureGrid";
import { Figures } from "./Figures";
import { Hero } from "./Hero";
import { Notes } from "./Notes";
import { Prices } from "./Prices";
import { Trouble } from "./Trouble";

const about: About = {
  path: "/",
  title: "Plumbline: quotes and invoices for UK tradespeople",
  description:
    "Make the quote on your phone while you’re still on the job. It adds up to the penny, and your customer accepts online. Free for two weeks, no card.",
};

/** The front door. */
export function HomePage({ assets }: { assets: Assets }) {
  return (
    <SitePage about={about} assets={assets}>
      <Hero />
      <Devices />
      <Notes />
      <Customer />
      <Trouble />
      <FeatureGrid />
      <Figures />
      <Prices />
    </SitePage>
  );
}
