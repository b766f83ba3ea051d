// @vitest-environment window
// The parts that are only printed: where to accept or pay, a variation's totals, and the cancellation form.
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Presentation } from "../../api/generated/Presentation";
import { PrintableDocument } from "./PrintableDocument";

afterEach(cleanup);

const QUOTE: Presentation = {
  kind: "quote",
  title: "QUOTE",
  heading: "Quote Q-0012",
  number: "Q-0012",
  template: "classic",
  logoUrl: null,
  businessName: "Pipe & Sons",
  badge: { code: "sent", label: "Sent", tone: "blue" },
  banners: [],
  summary: { label: "Total", amount: "£120.00", date: "", deposit: "" },
  actions: { accept: true, decline: true, terms: false, options: false, pay: null },
  from: {
    label: "From",
    lines: [
      { part: "name", text: "Pipe & Sons" },
      { part: "phone", text: "0113 496 0123" },
    ],
  },
  to: { label: "To", lines: [] },
  details: { title: "Quote details", rows: [{ label: "Issue Date", value: "16/11/2026" }] },
  jobDescription: [],
  columns: ["Description", "", "", "Total"],
  lines: [],
  totals: [],
  notes: [],
  terms: [],
  payments: [],
  footer: [],
  help: null,
};

const online = {
  link: "https://pipe.example/q/secret",
  qrCode: { size: 25, path: "M0 0h1v1h-1z" },
};

it("prints on a quote where it can be accepted", () => {
  render(<PrintableDocument document={QUOTE} onlinePage={online} />);
  screen.getByText("Accept it online");
  screen.getByText("https://pipe.example/q/secret");
  screen.getByRole("img", { name: "QR code: scan to see and accept" });
});

it("prints no address if there is nothing to accept or to pay", () => {
  const actions = { ...QUOTE.actions, accept: false };
  render(<PrintableDocument document={{ ...QUOTE, actions }} onlinePage={online} />);
  expect(screen.queryByText("https://pipe.example/q/secret")).toBeNull();
});

it("says what is agreed with a variation", () => {
  const variation = {
    title: "Variation to quote Q-0011",
    rows: [{ label: "New agreed total", value: "£2,520.00" }],
  };
  render(<PrintableDocument document={{ ...QUOTE, variation }} />);
  screen.getByText("Variation to quote Q-0011");
  screen.getByText("New agreed total");
});

it("prints the notice, the request, and the cancellation form with its blanks", () => {
  const cancellation = {
    right: true,
    line: "You may cancel until 10/12/2026.",
    earlyNote: "",
    notice: ["You may cancel this job within 14 days."],
    form: [
      { label: "To", value: "Pipe & Sons" },
      { label: "Date", value: "" },
    ],
    early: "Please start before the 14 days end.",
    cancel: false,
  };
  const { container } = render(<PrintableDocument document={{ ...QUOTE, cancellation }} />);
  const sheet = container.querySelector<HTMLElement>(".paper-cancelling");
  expect(sheet?.dataset.form).toBe("true");
  const form = within(sheet as HTMLElement);
  form.getByText("You may cancel this job within 14 days.");
  form.getByText("Please start before the 14 days end.");
  form.getByText("Cancellation form");
  expect(sheet?.querySelectorAll("[data-blank]")).toHaveLength(1);
});

it("has a telephone number and a date in one piece", () => {
  render(<PrintableDocument document={QUOTE} />);
  expect(screen.getByText("0113 496 0123").className).toBe("paper-whole");
  expect(screen.getByText("16/11/2026").className).toBe("paper-whole");
});
