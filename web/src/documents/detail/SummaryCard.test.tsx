// @vitest-environment window
import { cleanup, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { todayInLondon } from "../../rules/calendar";
import { loadRules } from "../../rules/rules";
import { createDraft, NO_TOTALS } from "../../testing/fixtures";
import { renderAlone } from "../../testing/render-alone";
import type { StoredDocument } from "../types";
import { SummaryCard } from "./SummaryCard";

await loadRules();

/** The date this many days after today. */
const day = (after: number) => todayInLondon(new Date(Date.now() + after * 86_400_000));

const totals = { ...NO_TOTALS, totalAmount: "120.00", balanceDue: "45.00", amountPayable: "30.00" };

async function showText(
  kind: DocumentKind,
  status: string,
  more: Partial<StoredDocument> = {},
): Promise<string> {
  await renderAlone(
    <SummaryCard document={{ ...createDraft(kind), status, totals, ...more }}>{null}</SummaryCard>,
  );
  const text = screen.getByRole("region", { name: "Summary" }).textContent ?? "";
  cleanup();
  return text;
}

describe("the summary of a document", () => {
  it.each<[string, DocumentKind, string, string]>([
    ["a draft invoice", "invoice", "draft", "Total£120.00"],
    ["an unpaid invoice", "invoice", "sent", "Balance due£45.00"],
    ["an invoice that is paid in part", "invoice", "partially_paid", "Balance due£45.00"],
    ["an invoice that is paid", "invoice", "paid", "Total£120.00"],
    ["a credited invoice", "invoice", "credited", "Total£120.00"],
    ["a void invoice", "invoice", "void", "Total£120.00"],
    ["a sent quote", "quote", "sent", "Total£120.00"],
    ["a credit note", "credit_note", "sent", "Credited to the invoice£30.00"],
  ])("has the amount that matters: %s", async (_, kind, status, begins) => {
    expect(await showText(kind, status)).toMatch(new RegExp(`^${begins.replace(".", "\\.")}`));
  });

  it("says by how many days it is late, from the day after the due date", async () => {
    const late = async (days: number) => showText("invoice", "sent", { dueDate: day(-days) });
    expect(await late(0)).not.toContain("Overdue");
    expect(await late(1)).toContain("Overdue by 1 day£45.00 is left to pay.");
    expect(await late(12)).toContain("Overdue by 12 days");
    expect(await showText("invoice", "paid", { dueDate: day(-1) })).not.toContain("Overdue");
  });

  it("says that today is the last day", async () => {
    const day0 = (kind: DocumentKind, status: string, after = 0) =>
      showText(kind, status, { dueDate: day(after), expiryDate: day(after) });
    expect(await day0("invoice", "sent")).toContain("Due today");
    expect(await day0("invoice", "partially_paid")).toContain("Due today");
    expect(await day0("quote", "sent")).toContain("Valid until today");
    for (const text of [
      await day0("invoice", "paid"),
      await day0("quote", "accepted"),
      await day0("invoice", "sent", 1),
      await day0("quote", "sent", -1),
    ])
      expect(text).not.toContain("today");
  });

  it("shows when a quote was accepted instead of how long it was valid", async () => {
    const dates = { expiryDate: "2026-03-05" };
    expect(await showText("quote", "sent", dates)).toContain("5 Mar 2026");
    for (const status of ["accepted", "invoiced"]) {
      const text = await showText("quote", status, { ...dates, acceptedDate: "2026-02-03" });
      expect(text).toContain("Accepted3 Feb 2026");
      expect(text).not.toContain("5 Mar 2026");
    }
    expect(await showText("quote", "declined", dates)).not.toContain("5 Mar 2026");
  });

  it("shows the next instalment, and how much of the instalments is overdue", async () => {
    const standing = { parts: [], dueNow: "0.00", asked: "15.00", says: "" };
    const to = (overdue: string, next: string | null) => ({ ...standing, overdue, next });
    expect(await showText("invoice", "sent", { dueDate: day(40) })).toContain("Due date");
    const instalmentStanding = to("5.00", day(-3));
    const late = await showText("invoice", "sent", { dueDate: day(40), instalmentStanding });
    expect(late).toContain("Next instalment");
    expect(late).toContain("Overdue by 3 days£5.00 of its instalments is overdue.");
  });

  it.each<[string, Partial<StoredDocument>, string | null, string]>([
    ["all of a job", { sourceQuoteId: "q1" }, "Created from its quote", "/quotes/q1"],
    ["a part of a job", { sourceQuoteId: "q1", stageOfId: "q2" }, "For one stage of its quote", "/quotes/q2"],
    [
      "the rest of a job",
      { sourceQuoteId: "q1", invoiced: [{} as never] },
      "The final invoice of its quote",
      "/quotes/q1",
    ],
  ])("links to the quote if an invoice is for %s", async (_, more, says, to) => {
    await renderAlone(<SummaryCard document={{ ...createDraft("invoice"), ...more }}>{null}</SummaryCard>);
    const link = screen.getByRole("link", { name: "its quote" });
    expect(link.getAttribute("href")).toBe(to);
    expect(link.parentElement?.textContent).toBe(says);
  });

  it("shows the job's new total with a variation, and why it can no longer be accepted", async () => {
    const variationOf = { id: "q1", quoteNumber: "Q-0001", agreed: "500.00", withThis: "620.00" };
    const text = "£500.00 was agreed before; this makes it £620.00.";
    expect(await showText("quote", "sent", { variationOf })).toContain(text);
    const closed = { ...variationOf, closed: "The job was cancelled." };
    expect(await showText("quote", "sent", { variationOf: closed })).toContain("The job was cancelled.");
  });
});
