import { memo, type ReactNode, type Ref } from "react";
import type { Instalments } from "../../api/generated/Instalments";
import type { LogoSize } from "../../api/generated/LogoSize";
import type { PartyBlock } from "../../api/generated/PartyBlock";
import type { PaymentCard } from "../../api/generated/PaymentCard";
import type { Presentation } from "../../api/generated/Presentation";
import type { TotalRow } from "../../api/generated/TotalRow";
import { Money } from "../../ui/Money";
import type { LinePicker } from "./LinesTable";
import { PrintableLines } from "./PrintableLines";
import { PrintablePhotos } from "./PrintablePhotos";
import {
  AcceptOnlineSection,
  CancellationSheet,
  MADE_WITH,
  OnlinePageLink,
  PageFooterText,
  QrCodeFigure,
  RunningFooter,
  VariationSection,
} from "./PrintOnly";
import { type GetPhotoUrl, PhotoUrlContext } from "./photoUrl";
import { hasMarginBoxes } from "./print";
import { findTemplate, getColourVariables } from "./templates";
import type { OnlinePage } from "./useOnlinePage";
import "./paper.css";
import "./lines.css";
import "./print.css";
import { buildPhoneLink } from "../../ui/phone-links";

interface PrintableDocumentProps {
  document: Presentation;
  /** The printable document's element, for printing. */
  ref?: Ref<HTMLElement>;
  /** The customer's picks, if there is something to pick. */
  picker?: LinePicker;
  /** Whether the business's phone number, email address and website are links. */
  linked?: boolean;
  /** The size of the logo, if known: its space is reserved until it loads. */
  logo?: LogoSize;
  /** The customer's page for accepting or paying, for the printed document. */
  onlinePage?: OnlinePage | null;
  /** Returns the address of a photo; without it, photos aren't displayed. */
  getPhotoUrl?: GetPhotoUrl;
  /** Displayed above the closing text, on screen and in print. */
  authenticityNote?: ReactNode;
}

/**
 * A document as the customer sees it, in the business's template. It displays core's presentation and decides
 * nothing. Memoised, so that a preview is rendered again only when its content changes.
 */
export const PrintableDocument = memo(function PrintableDocument({
  document: doc,
  ref,
  picker,
  linked = false,
  logo,
  onlinePage = null,
  getPhotoUrl,
  authenticityNote,
}: PrintableDocumentProps) {
  const template = findTemplate(doc.template);
  return (
    <article
      className="paper"
      data-template={template.name}
      style={getColourVariables(doc.colours)}
      ref={ref}
      aria-label={doc.heading}
    >
      <RunningFooter document={doc} />
      <div className="paper-sheet">
        <div className="paper-body">
          <header className="paper-head">
            <div>
              <h2 className="paper-title">{doc.title}</h2>
              {doc.number && <p className="paper-number">{doc.number}</p>}
            </div>
            {template.logo && doc.logoUrl ? (
              <img
                className="paper-logo"
                src={doc.logoUrl}
                alt={doc.businessName}
                style={logo && getLogoStyle(logo)}
              />
            ) : (
              <p className="paper-business">{doc.businessName}</p>
            )}
          </header>

          <TextSection heading="Job Description" paragraphs={doc.jobDescription} />

          <div className="paper-parties">
            <PartyAddress block={doc.to} />
            <PartyAddress block={doc.from} linked={linked} />
          </div>

          {doc.details.rows.length > 0 && (
            <section className="paper-details">
              <h3 className="paper-label">{doc.details.title}</h3>
              <dl>
                {doc.details.rows.map((row) => (
                  <div key={row.label}>
                    <dt>{row.label}</dt>
                    <dd className={getUnbrokenClass(row.value)}>{row.value}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}

          <PhotoUrlContext value={getPhotoUrl ?? null}>
            <PrintableLines document={doc} picker={picker} />
          </PhotoUrlContext>

          <dl className="paper-totals">
            {doc.totals.map((row) => (
              <TotalLine key={`${row.kind} ${row.label} ${row.note ?? ""}`} row={row} />
            ))}
          </dl>

          {doc.instalments && <InstalmentPlan plan={doc.instalments} />}

          {doc.variation && <VariationSection variation={doc.variation} />}

          {doc.actions.pay && <PaymentInstructions pay={doc.actions.pay} onlinePage={onlinePage} />}
          {doc.actions.accept && onlinePage && <AcceptOnlineSection onlinePage={onlinePage} />}

          {getPhotoUrl && doc.photos && (
            <section>
              <h3 className="paper-heading">Photos</h3>
              <PhotoUrlContext value={getPhotoUrl}>
                <PrintablePhotos photos={doc.photos} />
              </PhotoUrlContext>
            </section>
          )}

          <TextSection heading="Notes" paragraphs={doc.notes} />
          <TextSection heading="Terms & Conditions" paragraphs={doc.terms} isSmall />

          <div className="paper-closing">
            {authenticityNote}
            <div className="paper-thanks" data-style={template.footer}>
              <p className="paper-thanks-words">Thank you for your business!</p>
              {doc.footer.length > 0 && (
                <ul>
                  {doc.footer.map((contact) => (
                    <li key={contact} className={getUnbrokenClass(contact)}>
                      <ContactText text={contact} href={linked ? toContactHref(contact) : null} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </div>
        </div>
        <footer className="paper-foot" data-in-margin={hasMarginBoxes() || undefined}>
          <PageFooterText document={doc} />
          {MADE_WITH}
        </footer>
      </div>
      {doc.cancellation && <CancellationSheet cancellation={doc.cancellation} />}
    </article>
  );
});

/** The space for a logo of this size, as large as it will be displayed (`paper.css`). */
const getLogoStyle = ({ width, height }: LogoSize) => ({
  width: `min(${width}px, calc(var(--paper-logo-height) * ${(width / height).toFixed(3)}))`,
  aspectRatio: `${width} / ${height}`,
});

/** The instalments: dates, amounts and what has been paid. */
function InstalmentPlan({ plan }: { plan: Instalments }) {
  return (
    <section className="paper-plan">
      <h3 className="paper-heading">Instalments</h3>
      <ol>
        {plan.rows.map((row) => (
          <li key={row.label}>
            <span className="paper-plan-place">{row.label}</span>
            <span className="paper-plan-day">
              {row.date}
              <small>{row.note || row.badge.label}</small>
            </span>
            <Money text={row.amount} className="paper-plan-amount" />
          </li>
        ))}
      </ol>
      {plan.note && <p className="paper-plan-note">{plan.note}</p>}
    </section>
  );
}

/** The longest value that must not be broken across lines in print: a reference, phone number or amount. */
const MAX_UNBROKEN_LENGTH = 24;

/** The class that prevents a short value with a digit in it from being broken in print. */
const getUnbrokenClass = (value: string) =>
  value.length <= MAX_UNBROKEN_LENGTH && /\d/.test(value) ? "paper-whole" : undefined;

/** Printed only: the bank details, and the customer's page as an address and a QR code. */
function PaymentInstructions({ pay, onlinePage }: { pay: PaymentCard; onlinePage: OnlinePage | null }) {
  if (pay.bank.length === 0 && !onlinePage) return null;
  return (
    <section className="paper-details paper-bank">
      <div>
        <h3 className="paper-label">{pay.bank.length > 0 ? `${pay.title} by bank transfer` : pay.title}</h3>
        <dl>
          {pay.bank.map((row) => (
            <div key={row.label}>
              <dt>{row.label}</dt>
              <dd className={getUnbrokenClass(row.value)}>{row.value}</dd>
            </div>
          ))}
        </dl>
        {onlinePage && (
          <p className="paper-see">
            See and pay it at <OnlinePageLink link={onlinePage.link} />
          </p>
        )}
      </div>
      {onlinePage?.qrCode && <QrCodeFigure qrCode={onlinePage.qrCode} caption="Scan to see and pay" />}
    </section>
  );
}

function PartyAddress({ block, linked = false }: { block: PartyBlock; linked?: boolean }) {
  const [name, ...rest] = block.lines;
  return (
    <section>
      <h3 className="paper-label">{block.label}</h3>
      <address>
        <p className="paper-party-name">{name?.text ?? "—"}</p>
        {rest.map((line) => (
          <p
            key={`${line.part} ${line.text}`}
            className={line.part === "address" ? undefined : getUnbrokenClass(line.text)}
          >
            <ContactText
              text={line.text}
              href={linked && CONTACT_PARTS.includes(line.part) ? toContactHref(line.text) : null}
            />
          </p>
        ))}
      </address>
    </section>
  );
}

/** The parts of a block with contact details. */
const CONTACT_PARTS = ["phone", "email"];

function ContactText({ text, href }: { text: string; href: string | null }) {
  if (!href) return text;
  const newTabProps = href.startsWith("http") && { target: "_blank", rel: "noopener noreferrer" };
  return (
    <a className="paper-link" href={href} {...newTabProps}>
      {text}
    </a>
  );
}

function TextSection({
  heading,
  paragraphs,
  isSmall,
}: {
  heading: string;
  paragraphs: string[];
  isSmall?: boolean;
}) {
  if (paragraphs.length === 0) return null;
  return (
    <section className={isSmall ? "paper-prose paper-small" : "paper-prose"}>
      <h3 className="paper-heading">{heading}</h3>
      {paragraphs.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
        <p key={index} dir="auto">
          {text}
        </p>
      ))}
    </section>
  );
}

const TOTAL_CLASSES = new Map([
  ["total", "paper-total"],
  ["payable", "paper-due"],
  ["balanceDue", "paper-due"],
  ["reverseCharge", "paper-apart"],
]);

function TotalLine({ row }: { row: TotalRow }) {
  return (
    <div className={TOTAL_CLASSES.get(row.kind)}>
      <dt>
        {row.label}
        {row.note && <small>{row.note}</small>}
      </dt>
      <dd>
        <Money text={row.amount} />
      </dd>
    </div>
  );
}

/** The link for a contact detail: email address, website or phone number, recognised by its form. */
export function toContactHref(text: string): string | null {
  const contact = text.trim();
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(contact)) return `mailto:${contact}`;
  if (/^\+?[\d\s().-]{5,}$/.test(contact)) return buildPhoneLink(contact);
  const url = URL.parse(/^https?:\/\//i.test(contact) ? contact : `https://${contact}`);
  // A name without a dot, or with another scheme, isn't a website.
  return url && /^https?:$/.test(url.protocol) && !url.username && /\.\w/.test(url.hostname)
    ? url.href
    : null;
}
