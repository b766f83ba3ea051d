import type { PageCheck } from "../../api/generated/PageCheck";

/** Where whoever holds the invoice asks whether it is genuine: on the page and on paper. */
export function AuthenticityCode({ check }: { check: PageCheck }) {
  return (
    <section className="paper-genuine" aria-label="Is this invoice genuine?">
      <svg
        role="img"
        aria-label="QR code: scan to check that this invoice is genuine"
        viewBox={`0 0 ${check.size} ${check.size}`}
        shapeRendering="crispEdges"
      >
        <path d={check.path} fill="#000" />
      </svg>
      <div>
        <p className="paper-genuine-title">Is this invoice genuine?</p>
        <p>
          {"Scan or type "}
          <a className="paper-link" href={check.link} rel="noopener noreferrer">
            {check.address}
          </a>
        </p>
        <p className="paper-genuine-code">{check.code}</p>
      </div>
    </section>
  );
}
