import { TextLink } from "../links";
import { type PageAssets, type PageMeta, SUPPORT_EMAIL } from "../parts";
import { LegalPage } from "./legal-pages";

const ACCESSIBILITY_META: PageMeta = {
  path: "/accessibility",
  title: "Accessibility · Plumbline",
  description: "How accessible Plumbline is, how we know, and what to do where it isn’t.",
};

/** How far everybody can use it, and how that is known. */
export function AccessibilityPage({ assets }: { assets: PageAssets }) {
  return (
    <LegalPage
      pageMeta={ACCESSIBILITY_META}
      assets={assets}
      title="For every thumb, eye and ear."
      lead="Plumbline is made to the Web Content Accessibility Guidelines 2.2, level AA: this site, the app, and the pages that your customers open."
    >
      <h2>What that means</h2>
      <ul>
        <li>Everything can be done by keyboard, and you see where you are.</li>
        <li>
          Text and controls meet the contrast of level AA. We never use colour alone to show what something
          means.
        </li>
        <li>It reads at 200% text and at 400% zoom without scrolling sideways.</li>
        <li>Fields, buttons, totals and messages have names that screen readers announce.</li>
        <li>Nothing moves if your device is set to reduce motion.</li>
        <li>These pages can be read without scripts.</li>
      </ul>
      <h2>How we know</h2>
      <p>
        Each screen is checked by axe, an automatic checker, at the size of a phone and of a desktop whenever
        Plumbline changes. That finds many faults but not all. No outside body has audited it.
      </p>
      <h2>What isn’t there yet</h2>
      <ul>
        <li>
          The PDFs of quotes and invoices are tagged, but haven’t been tested with every screen reader. The
          same document as a web page reads best.
        </li>
        <li>Pictures that you add to an expense have no description other than the expense’s own text.</li>
      </ul>
      <h2>If something is in your way</h2>
      <p>
        Write to <TextLink href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</TextLink> and say which page and
        what you use to read it. We’ll fix it, or get you what you need another way.
      </p>
    </LegalPage>
  );
}
