import type { Presentation } from "../../api/generated/Presentation";
import { hasMarginBoxes } from "./print";

/** What the foot says of the paper itself. */
export const MADE_WITH = "Generated with Plumbline";

/** The most characters of a line in the margin, which is 160 mm wide. */
const MAX_LINE_LENGTH = 125;

/** Parts after one another, in lines: no account number or reference is torn between two. */
function joinIntoLines(parts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = [...lines.slice(-1), part].join(" · ");
    if (longer.length <= MAX_LINE_LENGTH) lines.splice(-1, 1, longer);
    else lines.push(part);
  }
  return lines;
}

/** Whose paper it is and which, and below it where to pay. The margin has room for two lines, so both share them where needed. */
function buildFooterLines(doc: Presentation): string[] {
  const owner = [doc.businessName, doc.heading].filter(Boolean);
  const bank = (doc.actions.pay?.bank ?? []).map(({ label, value }) => `${label} ${value}`);
  const separateLines = [...joinIntoLines(owner), ...joinIntoLines(bank)];
  return separateLines.length > 2 ? joinIntoLines([...owner, ...bank]) : separateLines;
}

/** The same within the sheet's own foot, which stands on each page too: for browsers that have no boxes in the margin. */
export function PageFooterText({ document: doc }: { document: Presentation }) {
  if (hasMarginBoxes()) return null;
  return buildFooterLines(doc).map((text) => (
    <span key={text} className="paper-foot-own">
      {text}
    </span>
  ));
}

/**
 * What stands at the foot of each printed page: whose paper it is and which, where to pay, what made it, page n of m.
 * Paper is styled by rules alone, so its words stand in one.
 */
export function RunningFooter({ document: doc }: { document: Presentation }) {
  const lines = buildFooterLines(doc);
  const text = lines.map(toCssString).join(' "\\A" ');
  // A line is broken only where it has no room by itself: else the hyphen of a number would do.
  const wrap = lines.some((line) => line.length > MAX_LINE_LENGTH) ? "pre-line" : "pre";
  return (
    <style>{`@page {
  @bottom-left { content: ${text}; width: 84%; white-space: ${wrap}; ${FOOTER_STYLE} text-align: left; }
  @bottom-right { content: ${toCssString(MADE_WITH)} "\\A" "Page " counter(page) " of " counter(pages); white-space: pre; ${FOOTER_STYLE} text-align: right; }
}`}</style>
  );
}

const FOOTER_STYLE = 'font: 6.5pt/1.35 "Inter Variable", Inter, system-ui, sans-serif; color: #5b6472;';

/** A text as CSS writes one: whatever is no letter or digit by its number, so that nothing ends it. */
function toCssString(text: string): string {
  return `"${text.replace(/[^a-z\d\u00a1-\uffff]/gi, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
}
