// @vitest-environment window
// The bar at the foot of a customer's phone, and the panel of a wider screen: both lead to what can be picked before
// they offer to accept.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { DisplayedChoice } from "../../api/generated/DisplayedChoice";
import type { LineRow } from "../../api/generated/LineRow";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicResponse } from "../../api/generated/PublicResponse";
import { createQueryClient } from "../../api/query-client";
import { emulatePhone } from "../../testing/device";
import { cleanups } from "../../testing/each-test";
import { CustomerPage } from "./CustomerPage";

const QUOTE: Presentation = {
  kind: "quote",
  title: "QUOTE",
  heading: "Quote Q-0012",
  number: "Q-0012",
  template: "classic",
  logoUrl: null,
  businessName: "Pipe & Sons",
  badge: { code: "sent", label: "Pending", tone: "blue" },
  banners: [],
  summary: { label: "Total", amount: "£120.00", date: "Valid until 1 October 2026", deposit: "" },
  actions: { accept: true, decline: true, terms: false, options: false, pay: null },
  from: { label: "From", lines: [] },
  to: { label: "To", lines: [] },
  details: { title: "Quote details", rows: [] },
  jobDescription: ["Replace the kitchen tap"],
  columns: ["Description", "Qty", "Rate", "Amount"],
  lines: [],
  totals: [],
  notes: [],
  terms: [],
  payments: [],
  footer: [],
  help: null,
};

const createLine = (id: string, more: Partial<LineRow> = {}): LineRow => ({
  id,
  name: id,
  description: [],
  labour: null,
  vat: null,
  quantity: "1",
  rate: "£60.00",
  amount: "£60.00",
  optional: false,
  selected: false,
  counted: true,
  ...more,
});

const createChoice = (name: string, chosen: boolean): DisplayedChoice => ({
  id: name.toLowerCase(),
  name,
  chosen,
  note: chosen ? "In the total" : "",
  total: "£120.00",
  rows: [],
});

const withChoices: Presentation = {
  ...QUOTE,
  actions: { ...QUOTE.actions, choose: true },
  choices: [createChoice("Good", false), createChoice("Better", true)],
  lines: [createLine("Tap", { choiceId: "good" }), createLine("Mixer", { choiceId: "better" })],
};

const withOptions: Presentation = {
  ...QUOTE,
  actions: { ...QUOTE.actions, options: true },
  lines: [
    createLine("Tap"),
    createLine("Filter", { optional: true }),
    createLine("Hose", { optional: true }),
  ],
};

/** With an option in one of the choices. */
const withBoth: Presentation = {
  ...withChoices,
  actions: { ...QUOTE.actions, choose: true, options: true },
  lines: [...withChoices.lines, createLine("Filter", { choiceId: "better", optional: true })],
};

/** With an option that belongs to every choice, which is displayed before them. */
const withCommonOption: Presentation = {
  ...withBoth,
  lines: [createLine("Filter", { optional: true }), ...withChoices.lines],
};

/** Scrolls an element of the page into view. */
let showInView = (_element: Element): void => {};

beforeEach(() => {
  const observers = new Map<Element, (entries: { isIntersecting: boolean }[]) => void>();
  showInView = (element) => act(() => observers.get(element)?.([{ isIntersecting: true }]));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly report: (entries: { isIntersecting: boolean }[]) => void;
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.report = report;
      }
      observe = (element: Element) => void observers.set(element, this.report);
      disconnect = () => {};
    },
  );
});

/** Opens the customer's page on a phone; returns its bar, and the main button of the panel of a wider screen. */
function openPage(presentation: Presentation) {
  emulatePhone();
  const client = createQueryClient();
  cleanups.push(() => client.clear());
  const page = {
    presentation,
    today: "2026-09-01",
    version: "one",
    acceptance: null,
    card: false,
    payByBank: false,
    pdf: "/q/secret.pdf",
  };
  render(
    <QueryClientProvider client={client}>
      <CustomerPage kind="quote" token="secret" answer={{ page } as PublicResponse} />
    </QueryClientProvider>,
  );
  const bar = within(screen.getByRole("region", { name: "What to do" }));
  const listButtons = () => bar.getAllByRole("button").map((button) => button.textContent);
  const panel = within(screen.getByRole("region", { name: "Pending" }));
  const mainButton = () => panel.getAllByRole("button")[0];
  return { bar, panel, listButtons, mainButton, user: userEvent.setup({ delay: null }) };
}

it.each<[string, Presentation, string, "radio" | "checkbox", RegExp]>([
  ["the choices", withChoices, "See the choices", "radio", /^Good/],
  ["the options", withOptions, "Choose options", "checkbox", /^Filter/],
  ["the choices if one of them has an option", withBoth, "See the choices", "radio", /^Good/],
  ["the choices if an option comes before them", withCommonOption, "See the choices", "radio", /^Good/],
])("leads to %s, and offers to accept once they were in view", async (_, quote, label, role, first) => {
  const { bar, listButtons, mainButton, user } = openPage(quote);
  expect(listButtons()).toEqual([label]);
  expect(mainButton()?.textContent).toBe(label);
  const control = screen.getByRole(role, { name: first });
  const scroll = vi.spyOn(control, "scrollIntoView");
  await user.click(bar.getByRole("button", { name: label }));
  expect(document.activeElement === control, "the control has the focus").toBe(true);
  expect(scroll).toHaveBeenCalledOnce();
  showInView(control);
  expect(listButtons()).toEqual(["Accept Quote"]);
  expect(mainButton()?.textContent).toBe("Accept Quote");
});

it("groups the choices in an element that may have that role", () => {
  openPage(withChoices);
  expect(screen.getByRole("radiogroup", { name: "Choose one" }).tagName).toBe("DIV");
});

it("leads to the choices from the panel of a wider screen", async () => {
  const { panel, user } = openPage(withChoices);
  await user.click(panel.getByRole("button", { name: "See the choices" }));
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: /^Good/ }));
});

it("offers to accept at once when there is nothing to pick", () => {
  expect(openPage(QUOTE).listButtons()).toEqual(["Accept Quote"]);
});
