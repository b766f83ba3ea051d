import type { Presentation } from "../../api/generated/Presentation";
import { hasMarginBoxes } from "./print";

/** Whose paper it is and which, and where to pay: a line each. */
function footWords(doc: Presentation): string[] {
  const whose = [doc.businessName, doc.heading].filter(Boolean).join(" · ");
  const bank = doc.actions.pay?.bank.map(({ label, value }) => `${label} ${value}`).join(" · ");
  return [whose, bank ?? ""].filter(Boolean);
}

/** The same within the sheet's own foot, which stands on each page too: for browsers that have no boxes in the margin. */
export function OwnFoot({ document: doc }: { document: Presentation }) {
  if (hasMarginBoxes()) return null;
  return footWords(doc).map((words) => (
    <span key={words} className="paper-foot-own">
      {words}
    </span>
  ));
}

/**
 * What stands at the foot of each printed page: whose paper it is and which, where to pay, page n of m. Paper is styled
 * by rules alone, so its words stand in one.
 */
export function RunningFoot({ document: doc }: { document: Presentation }) {
  const words = footWords(doc).map(asCss).join(' "\\A" ');
  return (
    <style>{`@page {
  @bottom-left { content: ${words}; width: 80%; white-space: pre-line; ${LOOK} text-align: left; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); ${LOOK} }
}`}</style>
  );
}

const LOOK = 'font: 6.5pt/1.35 "Inter Variable", Inter, system-ui, sans-serif; color: #5b6472;';

/** A text as CSS writes one: whatever is no letter or digit by its number, so that nothing ends it. */
function asCss(text: string): string {
  return `"${text.replace(/[^a-z\d\u00a1-\uffff]/gi, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;
}
