import { memo, type ReactNode, type Ref } from "react";
import type { Instalments } from "../../api/generated/Instalments";
import type { LogoSize } from "../../api/generated/LogoSize";
import type { PartyBlock } from "../../api/generated/PartyBlock";
import type { PaymentCard } from "../../api/generated/PaymentCard";
import type { Presentation } from "../../api/generated/Presentation";
import type { TotalRow } from "../../api/generated/TotalRow";
import { Money } from "../../ui/Money";
import { painted } from "./colours";
import { hrefOf } from "./href";
import type { LineChoice } from "./LinesTable";
import { PaperLines } from "./PaperLines";
import { PaperPhotos } from "./PaperPhotos";
import { CancellingSheet, OnlineLink, ScanFigure, VariationSum, WayToAccept } from "./PrintOnly";
import { type PhotoAddress, PhotoAddressContext } from "./photoAddress";
import { hasMarginBoxes } from "./print";
import { MADE_WITH, OwnFoot, RunningFoot } from "./RunningFoot";
import type { Online } from "./scan";
import { templateOf } from "./templates";
import "./paper.css";
import "./lines.css";
import "./print.css";

interface Props {
  document: Presentation;
  /** The sheet itself, for printing. */
  ref?: Ref<HTMLElement>;
  /** What the customer picks, where there is something to pick. */
  choice?: LineChoice;
  /** Whether the business's phone, e-mail and website are links. */
  linked?: boolean;
  /** How large its logo is, where that is known: its place is left free until it comes. */
  logo?: LogoSize;
  /** Where its customer accepts or pays it, on paper. */
  online?: Online | null;
  /** Where its photos are seen; without it none are. */
  photoAddress?: PhotoAddress;
  /** What stands above the last words, on screen and on paper. */
  genuine?: ReactNode;
}

/**
 * A quote or an invoice as the customer sees it, in the business's template. It shows what core's `present` says and
 * decides nothing. A preview behind the typing is drawn again only when what it shows changed.
 */
export const DocumentPaper = memo(function DocumentPaper({
  document: doc,
  ref,
  choice,
  linked = false,
  logo,
  online = null,
  photoAddress,
  genuine,
}: Props) {
  const template = templateOf(doc.template);
  return (
    <article
      className="paper"
      data-template={template.name}
      style={painted(doc.colours)}
      ref={ref}
      aria-label={doc.heading}
    >
      <RunningFoot document={doc} />
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
                style={logo && placeOf(logo)}
              />
            ) : (
              <p className="paper-business">{doc.businessName}</p>
            )}
          </header>

          <Prose heading="Job Description" paragraphs={doc.jobDescription} />

          <div className="paper-parties">
            <Party block={doc.to} />
            <Party block={doc.from} linked={linked} />
          </div>

          {doc.details.rows.length > 0 && (
            <section className="paper-details">
              <h3 className="paper-label">{doc.details.title}</h3>
              <dl>
                {doc.details.rows.map((row) => (
                  <div key={row.label}>
                    <dt>{row.label}</dt>
                    <dd className={wholeIn(row.value)}>{row.value}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}

          <PhotoAddressContext value={photoAddress ?? null}>
            <PaperLines document={doc} choice={choice} />
          </PhotoAddressContext>

          <dl className="paper-totals">
            {doc.totals.map((row) => (
              <Total key={`${row.kind} ${row.label} ${row.note ?? ""}`} row={row} />
            ))}
          </dl>

          {doc.instalments && <Plan plan={doc.instalments} />}

          {doc.variation && <VariationSum variation={doc.variation} />}

          {doc.actions.pay && <WaysToPay pay={doc.actions.pay} online={online} />}
          {doc.actions.accept && online && <WayToAccept online={online} />}

          {photoAddress && doc.photos && (
            <section>
              <h3 className="paper-heading">Photos</h3>
              <PhotoAddressContext value={photoAddress}>
                <PaperPhotos photos={doc.photos} />
              </PhotoAddressContext>
            </section>
          )}

          <Prose heading="Notes" paragraphs={doc.notes} />
          <Prose heading="Terms & Conditions" paragraphs={doc.terms} small />

          <div className="paper-closing">
            {genuine}
            <div className="paper-thanks" data-style={template.footer}>
              <p className="paper-thanks-words">Thank you for your business!</p>
              {doc.footer.length > 0 && (
                <ul>
                  {doc.footer.map((way) => (
                    <li key={way} className={wholeIn(way)}>
                      <Contact text={way} href={linked ? hrefOf(way) : null} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </div>
        </div>
        <footer className="paper-foot" data-in-margin={hasMarginBoxes() || undefined}>
          <OwnFoot document={doc} />
          {MADE_WITH}
        </footer>
      </div>
      {doc.cancellation && <CancellingSheet cancellation={doc.cancellation} />}
    </article>
  );
});

/** The highest that a logo is, in rem. */
const LOGO_HEIGHT = 4;

/** The place of a logo of this size, as large as it will be once it is there (`paper.css`). */
const placeOf = ({ width, height }: LogoSize) => ({
  width: `min(${width}px, ${((LOGO_HEIGHT * width) / height).toFixed(3)}rem)`,
  aspectRatio: `${width} / ${height}`,
});

/** In which parts it is paid: on which day how much, and what of it is. */
function Plan({ plan }: { plan: Instalments }) {
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
const WHOLE = 24;

/** What keeps a short value with a figure in it in one piece on paper. */
const wholeIn = (value: string) => (value.length <= WHOLE && /\d/.test(value) ? "paper-whole" : undefined);

/** On paper only: where a transfer goes, and the customer's page, as its address and as a code. */
function WaysToPay({ pay, online }: { pay: PaymentCard; online: Online | null }) {
  if (pay.bank.length === 0 && !online) return null;
  return (
    <section className="paper-details paper-bank">
      <div>
        <h3 className="paper-label">{pay.bank.length > 0 ? `${pay.title} by bank transfer` : pay.title}</h3>
        <dl>
          {pay.bank.map((row) => (
            <div key={row.label}>
              <dt>{row.label}</dt>
              <dd className={wholeIn(row.value)}>{row.value}</dd>
            </div>
          ))}
        </dl>
        {online && (
          <p className="paper-see">
            See and pay it at <OnlineLink link={online.link} />
          </p>
        )}
      </div>
      {online?.scan && <ScanFigure scan={online.scan} words="Scan to see and pay" />}
    </section>
  );
}

function Party({ block, linked = false }: { block: PartyBlock; linked?: boolean }) {
  const [name, ...rest] = block.lines;
  return (
    <section>
      <h3 className="paper-label">{block.label}</h3>
      <address>
        <p className="paper-party-name">{name?.text ?? "—"}</p>
        {rest.map((line) => (
          <p
            key={`${line.part} ${line.text}`}
            className={line.part === "address" ? undefined : wholeIn(line.text)}
          >
            <Contact
              text={line.text}
              href={linked && REACHED.includes(line.part) ? hrefOf(line.text) : null}
            />
          </p>
        ))}
      </address>
    </section>
  );
}

/** The lines of a block by which its owner is reached. */
const REACHED = ["phone", "email"];

function Contact({ text, href }: { text: string; href: string | null }) {
  if (!href) return text;
  const away = href.startsWith("http") && { target: "_blank", rel: "noopener noreferrer" };
  return (
    <a className="paper-link" href={href} {...away}>
      {text}
    </a>
  );
}

function Prose({ heading, paragraphs, small }: { heading: string; paragraphs: string[]; small?: boolean }) {
  if (paragraphs.length === 0) return null;
  return (
    <section className={small ? "paper-prose paper-small" : "paper-prose"}>
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

const LOOKS = new Map([
  ["total", "paper-total"],
  ["payable", "paper-due"],
  ["balanceDue", "paper-due"],
  ["reverseCharge", "paper-apart"],
]);

function Total({ row }: { row: TotalRow }) {
  return (
    <div className={LOOKS.get(row.kind)}>
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
