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
  /** The sheet itself, for printing. */
  ref?: Ref<HTMLElement>;
  /** What the customer picks, where there is something to pick. */
  picker?: LinePicker;
  /** Whether the business's phone, e-mail and website are links. */
  linked?: boolean;
  /** How large its logo is, where that is known: its place is left free until it comes. */
  logo?: LogoSize;
  /** Where its customer accepts or pays it, on paper. */
  onlinePage?: OnlinePage | null;
  /** Where its photos are seen; without it none are. */
  getPhotoUrl?: GetPhotoUrl;
  /** What stands above the last words, on screen and on paper. */
  authenticityNote?: ReactNode;
}

/**
 * A quote or an invoice as the customer sees it, in the business's template. It shows what core's `present` says and
 * decides nothing. A preview behind the typing is drawn again only when what it shows changed.
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

/** The highest that a logo is, in rem. */
const LOGO_HEIGHT = 4;

/** The place of a logo of this size, as large as it will be once it is there (`paper.css`). */
const getLogoStyle = ({ width, height }: LogoSize) => ({
  width: `min(${width}px, ${((LOGO_HEIGHT * width) / height).toFixed(3)}rem)`,
  aspectRatio: `${width} / ${height}`,
});

/** In which parts it is paid: on which day how much, and what of it is. */
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

/** The longest value of which paper is to have no part on another line: a reference, a telephone number, an amount. */
const MAX_UNBROKEN_LENGTH = 24;

/** What keeps a short value with a figure in it in one piece on paper. */
const getUnbrokenClass = (value: string) =>
  value.length <= MAX_UNBROKEN_LENGTH && /\d/.test(value) ? "paper-whole" : undefined;

/** On paper only: where a transfer goes, and the customer's page, as its address and as a code. */
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

/** The lines of a block by which its owner is reached. */
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

/** Where a way to reach a business leads: its e-mail, its website or its phone, told apart by how it is written. */
export function toContactHref(text: string): string | null {
  const contact = text.trim();
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(contact)) return `mailto:${contact}`;
  if (/^\+?[\d\s().-]{5,}$/.test(contact)) return buildPhoneLink(contact);
  const url = URL.parse(/^https?:\/\//i.test(contact) ? contact : `https://${contact}`);
  // A name without a dot, or with a scheme of its own, is no website.
  return url && /^https?:$/.test(url.protocol) && !url.username && /\.\w/.test(url.hostname)
    ? url.href
    : null;
}
