// @vitest-environment happy-dom
// What stands at the foot of each printed page, in browsers that have boxes in the margin and in others.
import { render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Presentation } from "../../api/generated/Presentation";
import { OwnFoot } from "./RunningFoot";

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
  const { container } = render(<OwnFoot document={document} />);
  return [...container.querySelectorAll(".paper-foot-own")].map((line) => line.textContent);
};

it("names the business and where to pay on each page, where the margin has no boxes", () => {
  expect(footOf(INVOICE)).toEqual([
    "Pipe & Sons · Invoice INV-0007",
    "Sort code 12-34-56 · Account number 12345678",
  ]);
  expect(footOf({ ...INVOICE, actions: { ...INVOICE.actions, pay: null } })).toEqual([
    "Pipe & Sons · Invoice INV-0007",
  ]);
});

it("leaves it to the boxes in the margin, where there are some", () => {
  vi.stubGlobal("CSSMarginRule", class {});
  expect(footOf(INVOICE)).toEqual([]);
});
