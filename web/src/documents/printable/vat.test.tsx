// @vitest-environment window
// What a VAT invoice must contain, on the customer's page and in print (VAT Regulations 1995, reg. 14).
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { LineRow } from "../../api/generated/LineRow";
import type { Presentation } from "../../api/generated/Presentation";
import { PrintableDocument } from "./PrintableDocument";

afterEach(cleanup);

const line = (name: string, vat: string | null, more: Partial<LineRow> = {}): LineRow => ({
  id: name,
  name,
  description: [],
  labour: null,
  vat,
  quantity: "1",
  rate: "£100.00",
  amount: "£100.00",
  optional: false,
  selected: true,
  counted: true,
  ...more,
});

const INVOICE: Presentation = {
  kind: "invoice",
  title: "INVOICE",
  heading: "Invoice INV-0001",
  number: "INV-0001",
  template: "classic",
  logoUrl: null,
  businessName: "Pipe & Sons",
  badge: { code: "sent", label: "Sent", tone: "blue" },
  banners: [],
  summary: { label: "Amount due", amount: "£1,269.00", date: "", deposit: "" },
  actions: { accept: false, decline: false, terms: false, options: false, pay: null },
  from: { label: "From", lines: [] },
  to: { label: "To", lines: [] },
  details: { title: "Invoice details", rows: [] },
  jobDescription: [],
  columns: ["Description", "Qty", "Rate", "Amount"],
  lines: [
    line("Boiler", "VAT @ 20%"),
    line("Insulation", "VAT @ 5%"),
    line("Survey", "VAT exempt"),
    line("Labour", "VAT @ 20%", { id: "" }),
  ],
  totals: [
    { kind: "subtotal", label: "Subtotal", note: null, amount: "£1,200.00" },
    { kind: "discount", label: "Discount (10%)", note: null, amount: "-£120.00" },
    { kind: "net", label: "Total excluding VAT", note: null, amount: "£1,080.00" },
    { kind: "vat", label: "VAT @ 20%", note: "on £900.00", amount: "£180.00" },
    { kind: "vat", label: "VAT @ 5%", note: "on £180.00", amount: "£9.00" },
    { kind: "total", label: "Total", note: null, amount: "£1,269.00" },
  ],
  notes: [],
  terms: [],
  payments: [],
  footer: [],
  help: null,
};

const TEMPLATES = ["classic", "modern", "colored", "bold", "minimal"];

it.each(TEMPLATES)("names the VAT of every line, and the total without VAT: %s", (template) => {
  render(<PrintableDocument document={{ ...INVOICE, template }} />);
  for (const { name, vat } of INVOICE.lines) {
    within(screen.getByRole("row", { name: new RegExp(`^${name}`) })).getByText(vat as string);
  }
  const label = screen.getByText("Total excluding VAT");
  expect(label.closest("div, tr")?.textContent).toContain("£1,080.00");
});

it("says beside the subtotal that it excludes VAT if nothing is taken off it", () => {
  const [subtotal, , , ...rest] = INVOICE.totals;
  const totals = [{ ...subtotal, note: "Total excluding VAT" }, ...rest] as Presentation["totals"];
  render(<PrintableDocument document={{ ...INVOICE, totals }} />);
  const note = screen.getByText(/Total excluding VAT/);
  expect(note.closest("div, tr")?.textContent).toMatch(/^Subtotal.*£1,200\.00$/);
});

it("names no VAT on lines of one rate", () => {
  const lines = INVOICE.lines.map((one) => ({ ...one, vat: null }));
  render(<PrintableDocument document={{ ...INVOICE, lines }} />);
  expect(within(screen.getByRole("table")).queryByText(/VAT/)).toBeNull();
});
