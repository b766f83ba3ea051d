// @vitest-environment window
// The filters of a list, and what is displayed if nothing matches.
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { loadRules } from "../../rules/rules";
import { createList, createSummary, NO_DOCUMENTS } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";
import { KINDS } from "../kind";
import { STATUS_FILTERS } from "./filters";
// Imported in advance, so that no test has to wait for it.
import "./DocumentListPage";

const rules = await loadRules();

const besides = (kind: DocumentKind, toConfirm = 1) => {
  const api = KINDS[kind].api as "/api/quotes";
  const status = kind === "credit_note" ? "draft" : "to_confirm";
  mockResponse(`GET ${api}/counts`, [{ status, documents: toConfirm }] as never);
  mockResponse(`GET ${api}/batches`, []);
  mockResponse("GET /api/views", []);
  return api;
};

describe("the status filters", () => {
  // Each of the server's statuses has the label of its badge.
  it.each(["draft", "sent", "accepted", "declined", "expired", "invoiced"])(
    "have the badge's label for quotes: %s",
    (status) => {
      const code = status === "expired" ? "sent" : status;
      const end = status === "expired" ? "2020-01-31" : "";
      const { label } = rules.quoteBadge(code, end, "2026-09-01");
      expect(STATUS_FILTERS.quote.find(({ value }) => value === status)?.label).toBe(label);
    },
  );

  it.each<[status: string, code: string, dueDate: string, left: string]>([
    ["draft", "draft", "", "10.00"],
    ["overdue", "sent", "2020-01-31", "10.00"],
    ["outstanding", "sent", "", "10.00"],
    ["partially_paid", "partially_paid", "", "10.00"],
    ["paid", "paid", "", "0.00"],
    ["credited", "credited", "", "0.00"],
    ["void", "void", "", "0.00"],
  ])("have the badge's label for invoices: %s", (status, code, dueDate, left) => {
    const paid = status === "partially_paid" ? "5.00" : "0";
    const { label } = rules.invoiceBadge(code, dueDate, left, paid, "2026-09-01");
    expect(STATUS_FILTERS.invoice.find(({ value }) => value === status)?.label).toBe(label);
  });

  it("filter the list, and its archive", async () => {
    besides("invoice");
    const asked = mockResponse("GET /api/invoices", createList(createSummary("invoice")));
    const user = await openSignedIn("/invoices");
    await screen.findByRole("row", { name: /PL-0001/ });
    await user.click(await screen.findByRole("button", { name: /^To confirm/ }));
    await waitFor(() => expect(asked.at(-1)?.query.get("status")).toBe("to_confirm"));
    expect(asked.at(-1)?.query.get("archived")).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Archived/ }));
    await waitFor(() => expect(asked.at(-1)?.query.get("archived")).toBe("true"));
    expect(screen.getByRole("button", { name: /^To confirm/ }).getAttribute("aria-pressed")).toBe("true");
  });
});

it("has no filter for payments to confirm if there are none", async () => {
  besides("invoice", 0);
  mockResponse("GET /api/invoices", createList(createSummary("invoice")));
  await openSignedIn("/invoices");
  await screen.findByRole("button", { name: /^Outstanding/ });
  expect(screen.queryByRole("button", { name: /^To confirm/ })).toBeNull();
});

it("says that no invoice is like this, and shows all again", async () => {
  besides("invoice");
  const asked = mockResponse("GET /api/invoices", NO_DOCUMENTS);
  const user = await openSignedIn("/invoices?status=overdue&from=2026-06-01");
  await screen.findByRole("heading", { name: "No invoices like this" });
  await user.click(screen.getByRole("button", { name: "Show all invoices" }));
  await waitFor(() => expect(location.search).toBe(""));
  await waitFor(() => expect(asked.at(-1)?.query.get("status")).not.toBe("overdue"));
});

it("says that all are archived, and shows those", async () => {
  besides("quote");
  const asked = mockResponse("GET /api/quotes", NO_DOCUMENTS);
  const user = await openSignedIn("/quotes");
  await screen.findByRole("heading", { name: "All of your quotes are archived" });
  await user.click(screen.getByRole("button", { name: "Show archived quotes" }));
  await waitFor(() => expect(asked.at(-1)?.query.get("archived")).toBe("true"));
});
