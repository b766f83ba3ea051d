import type { Cancellation } from "../../api/generated/Cancellation";
import type { DisplayedVariation } from "../../api/generated/DisplayedVariation";
import type { Presentation } from "../../api/generated/Presentation";
import { Money } from "../../ui/Money";
import { hasMarginBoxes } from "./print";
import type { OnlinePage, QrCodePath } from "./useOnlinePage";

/** A link as a QR code, with a caption below. */
export function QrCodeFigure({ qrCode, caption }: { qrCode: QrCodePath; caption: string }) {
  return (
    <figure className="paper-scan">
      <svg
        role="img"
        aria-label={`QR code: ${caption.charAt(0).toLowerCase()}${caption.slice(1)}`}
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        shapeRendering="crispEdges"
      >
        <path d={qrCode.path} fill="#000" />
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** Printed only: where a quote can be accepted. */
export function AcceptOnlineSection({ onlinePage }: { onlinePage: OnlinePage }) {
  return (
    <section className="paper-details paper-bank">
      <div>
        <h3 className="paper-label">Accept it online</h3>
        <p>
          Open <OnlinePageLink link={onlinePage.link} />
        </p>
      </div>
      {onlinePage.qrCode && <QrCodeFigure qrCode={onlinePage.qrCode} caption="Scan to see and accept" />}
    </section>
  );
}

/** The printed address, for typing. */
export function OnlinePageLink({ link }: { link: string }) {
  return <span className="paper-address">{link}</span>;
}

/** Printed only: what a variation changes, and the new total of the job. */
export function VariationSection({ variation }: { variation: DisplayedVariation }) {
  return (
    <section className="paper-only paper-variation">
      <h3 className="paper-heading">{variation.title}</h3>
      <dl className="paper-totals">
        {variation.rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Printed only: the notice of the right to cancel and the form, on a separate page; a short text if there is
 * no notice.
 */
export function CancellationSheet({ cancellation }: { cancellation: Cancellation }) {
  const { right, notice, form, early, information = [] } = cancellation;
  if (notice.length === 0) return null;
  return (
    <section className="paper-only paper-cancelling" data-form={form.length > 0 || undefined}>
      <h3 className="paper-heading">{right ? "Your right to cancel" : "Cancelling"}</h3>
      {notice.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {early && (
        <>
          <h3 className="paper-heading">If you want us to start before then</h3>
          <p className="paper-tick">{early}</p>
        </>
      )}
      {form.length > 0 && (
        <div className="paper-form">
          <h3 className="paper-heading">Cancellation form</h3>
          <p>Fill this in and send it back only if you want to cancel.</p>
          <LabelledRows rows={form} />
        </div>
      )}
      {information.length > 0 && (
        <div className="paper-rights">
          <h3 className="paper-heading">Dates, complaints and your rights</h3>
          <LabelledRows rows={information} />
        </div>
      )}
    </section>
  );
}

function LabelledRows({ rows }: { rows: Presentation["details"]["rows"] }) {
  return (
    <dl>
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-blank={value === "" || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The footer's note about the software. */
export const MADE_WITH = "Generated with Plumbline";

/** The most characters in a line of the margin, which is 160 mm wide. */
const MAX_LINE_LENGTH = 125;

/** Joins parts into lines without splitting an account number or reference. */
function joinIntoLines(parts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = [...lines.slice(-1), part].join(" · ");
    if (longer.length <= MAX_LINE_LENGTH) lines.splice(-1, 1, longer);
    else lines.push(part);
  }
  return lines;
}

/**
 * The footer's text: the business and document, then the payment details. The margin has space for two lines,
 * so they share both if necessary.
 */
function buildFooterLines(doc: Presentation): string[] {
  const owner = [doc.businessName, doc.heading].filter(Boolean);
  const bank = (doc.actions.pay?.bank ?? []).map(({ label, value }) => `${label} ${value}`);
  const separateLines = [...joinIntoLines(owner), ...joinIntoLines(bank)];
  return separateLines.length > 2 ? joinIntoLines([...owner, ...bank]) : separateLines;
}

/**
 * The same text in the document's own foot, which is repeated on every page: for browsers without margin
 * boxes.
 */
export function PageFooterText({ document: doc }: { document: Presentation }) {
  if (hasMarginBoxes()) return null;
  return buildFooterLines(doc).map((text) => (
    <span key={text} className="paper-foot-own">
      {text}
    </span>
  ));
}

/**
 * The footer of each printed page: the business and document, payment details, the software, page n of m.
 * Margin boxes exist only in CSS, so the text is in a style rule.
 */
export function RunningFooter({ document: doc }: { document: Presentation }) {
  const lines = buildFooterLines(doc);
  const text = lines.map(toCssString).join(' "\\A" ');
  // Wraps only a line that is too long by itself; otherwise the browser would break a number at its hyphen.
  const wrap = lines.some((line) => line.length > MAX_LINE_LENGTH) ? "pre-line" : "pre";
  return (
    <style>{`@page {
  @bottom-left { content: ${text}; width: 84%; white-space: ${wrap}; ${FOOTER_STYLE} text-align: left; }
  @bottom-right { content: ${toCssString(MADE_WITH)} "\\A" "Page " counter(page) " of " counter(pages); white-space: pre; ${FOOTER_STYLE} text-align: right; }
}`}</style>
  );
}

const FOOTER_STYLE = 'font: 6.5pt/1.35 "Inter Variable", Inter, system-ui, sans-serif; color: #5b6472;';

/**
 * A text as a CSS string: everything except letters and digits is escaped, so that nothing can end the
 * string.
 */
function toCssString(text: string): string {
  return `"${text.replace(/[^a-z\d\u00a1-\uffff]/gi, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
}
