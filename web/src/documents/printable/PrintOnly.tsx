import type { Cancellation } from "../../api/generated/Cancellation";
import type { DisplayedVariation } from "../../api/generated/DisplayedVariation";
import type { Presentation } from "../../api/generated/Presentation";
import { Money } from "../../ui/Money";
import type { OnlinePage, QrCodePath } from "./useOnlinePage";

/** A link as a code for a camera, with what it is for below it. */
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

/** On paper only: where a quote is accepted. */
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

/** The address as it is typed from paper. */
export function OnlinePageLink({ link }: { link: string }) {
  return <span className="paper-address">{link}</span>;
}

/** On paper only: what a variation varies, and what is agreed with it. */
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

/** On paper only: the notice of the right to cancel and the form for it, on a sheet of their own; a few words without one. */
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
