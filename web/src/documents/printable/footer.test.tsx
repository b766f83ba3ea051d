// @vitest-environment window
// The footer of each printed page, in browsers with and without margin boxes.
import { render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Presentation } from "../../api/generated/Presentation";
import { PageFooterText, RunningFooter } from "./PrintOnly";

const INVOICE = {
  businessName: "Pipe & Sons",
  heading: "Invoice INV-0007",
  actions: {
    pay: {
      bank: [
        { label: "Sort code", value: "12-34-56" },
        { label: "Account number", value: "12345678" },
      ],
    },
  },
} as Presentation;

afterEach(() => vi.unstubAllGlobals());

const footOf = (document: Presentation) => {
  const { container } = render(<PageFooterText document={document} />);
  return [...container.querySelectorAll(".paper-foot-own")].map((line) => line.textContent);
};

it("names the business and where to pay on each page if the browser has no margin boxes", () => {
  expect(footOf(INVOICE)).toEqual([
    "Pipe & Sons · Invoice INV-0007",
    "Sort code 12-34-56 · Account number 12345678",
  ]);
  expect(footOf({ ...INVOICE, actions: { ...INVOICE.actions, pay: null } })).toEqual([
    "Pipe & Sons · Invoice INV-0007",
  ]);
});

it("leaves the footer to margin boxes if the browser has them", () => {
  vi.stubGlobal("CSSMarginRule", class {});
  expect(footOf(INVOICE)).toEqual([]);
});

it("breaks no number or reference over two lines", () => {
  const bank = [
    { label: "Bank", value: "Aire Valley Building Society" },
    { label: "Account name", value: "Stubbs Plumbing, Heating and Drainage" },
    { label: "Sort code", value: "60-16-13" },
    { label: "Account number", value: "31926819" },
    { label: "Reference", value: "INV-0019" },
  ];
  const long = { ...INVOICE, actions: { pay: { bank } } } as Presentation;
  expect(footOf(long)).toEqual([
    "Pipe & Sons · Invoice INV-0007 · Bank Aire Valley Building Society · Account name Stubbs Plumbing, Heating and Drainage",
    "Sort code 60-16-13 · Account number 31926819 · Reference INV-0019",
  ]);
  // The browser must not add line breaks: it would break a reference at its hyphen.
  const { container } = render(<RunningFooter document={long} />);
  expect(container.textContent).toMatch(/@bottom-left \{[^}]* white-space: pre;/);
});

it("names the product that made it once on each page", () => {
  const { container } = render(<RunningFooter document={INVOICE} />);
  expect(container.textContent).toMatch(/@bottom-right \{ content: "Generated\\20 with\\20 Plumbline" /);
});
