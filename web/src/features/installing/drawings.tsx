// Small drawings of what is looked for on the screen of an iPhone: no pictures of Apple's, which change each year.

import type { ReactNode } from "react";

/** The part of a screen in which it is found; the words beside it say the rest. */
function PhoneScreen({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 88"
      className="h-22 w-30 shrink-0 rounded-lg border border-line bg-canvas text-ink"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

const FAINT = { stroke: "var(--color-line-strong)", strokeWidth: 3 };
const FOUND = { stroke: "var(--color-accent)" };

/** Safari's bar at the bottom, and in its middle the square with an arrow. */
export function ShareDrawing() {
  return (
    <PhoneScreen>
      <path d="M14 14h70M14 26h92M14 38h54" {...FAINT} />
      <path d="M0 54h120v34H0z" fill="var(--color-paper)" stroke="none" />
      <path d="M0 54h120" stroke="var(--color-line)" />
      <path d="m22 66-5 5 5 5M98 66h8v10h-8z" stroke="var(--color-quiet)" />
      <circle cx="60" cy="71" r="15" fill="var(--color-paper)" {...FOUND} />
      <path d="M60 74V61m-4 4 4-4 4 4M55 69h-2v10h14V69h-2" />
    </PhoneScreen>
  );
}

/** The sheet of what may be done, and in it the line with a plus in a square. */
export function AddDrawing() {
  return (
    <PhoneScreen>
      <path
        d="M10 20a8 8 0 0 1 8-8h84a8 8 0 0 1 8 8v80H10z"
        fill="var(--color-paper)"
        stroke="var(--color-line)"
      />
      <path d="M24 25h44M24 71h36" {...FAINT} />
      <rect x="16" y="36" width="88" height="24" rx="6" fill="var(--color-paper)" {...FOUND} />
      <path d="M24 48h40" stroke="currentColor" strokeWidth="3" />
      <path d="M85 41h12v14H85zM91 45v6m-3-3h6" />
    </PhoneScreen>
  );
}

/** The name with the icon, and 'Add' in the corner above. */
export function ConfirmDrawing() {
  return (
    <PhoneScreen>
      <path d="M0 26h120" stroke="var(--color-line)" />
      <path d="M12 15h22" {...FAINT} />
      <rect x="80" y="5" width="34" height="19" rx="6" fill="var(--color-paper)" {...FOUND} />
      <text
        x="97"
        y="19"
        textAnchor="middle"
        fill="currentColor"
        stroke="none"
        fontSize="12"
        fontWeight="600"
        fontFamily="inherit"
      >
        Add
      </text>
      <rect x="14" y="40" width="32" height="32" rx="7" fill="currentColor" stroke="none" />
      <path d="M24 47h12M30 47v7" stroke="#fff" />
      <path d="m26 55 4 11 4-11z" fill="#F0814A" stroke="none" />
      <path d="M58 50h44M58 63h28" {...FAINT} />
    </PhoneScreen>
  );
}
