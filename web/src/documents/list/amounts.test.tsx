// @vitest-environment window
import { cleanup, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { todayInLondon } from "../../rules/calendar";
import { emulatePhone } from "../../testing/device";
import { createList, createSummary } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";
import { renderAlone } from "../../testing/render-alone";
import { describeAmounts } from "../../testing/screen-amounts";
import { SelectionBar } from "../batches/SelectionBar";
import type { SelectionAction } from "../batches/useBulkAction";
import type { ChosenDocuments } from "../batches/useSelection";
import { ALL_KINDS } from "../kind";
import { STATUS_FILTERS } from "./filters";

const IDS = [1, 2, 3].map((at) => `51d1f9f2-3b7f-4a52-8c7b-2f6de1a0b90${at}`);
const [PART = "", NONE = "", DRAFT = ""] = IDS;

for (const words of ALL_KINDS) {
  const { kind, plural, Plural, path, requestedPayment, isWritten, endDateField, endDateLabel } = words;
  const part = createSummary(kind, {
    id: PART,
    number: "PL-0001",
    contactName: "Margaret Holroyd",
    jobDescription: "Replace the tap\nin the kitchen",
    issueDate: "2026-06-01",
    [endDateField ?? "other"]: "2026-07-02",
    totalAmount: "470.00",
    balanceDue: "150.00",
  });
  const none = createSummary(kind, {
    id: NONE,
    number: "PL-0002",
    contactName: "Amir Shah",
    status: requestedPayment === "balance" ? "paid" : "accepted",
    totalAmount: "81.00",
    balanceDue: "0.00",
  });
  const draft = createSummary(kind, {
    id: DRAFT,
    number: null,
    contactName: "Rosa Lane",
    status: "draft",
    totalAmount: "9.40",
    balanceDue: "9.40",
  });
  const isInvoice = requestedPayment === "balance";
  const left = (text: string): Record<string, string> => (isInvoice ? { "Left to pay": text } : {});
  describeAmounts(`the ${plural}`, {
    path,
    besides: () => {
      mockResponse(`GET ${`/api${path}` as "/api/quotes"}`, {
        ...createList(part, none, draft),
        outstanding: "150.00",
        totalAmount: "560.40",
      });
      mockResponse(`GET ${`/api${path}` as "/api/quotes"}/counts`, []);
      mockResponse(`GET ${`/api${path}` as "/api/quotes"}/batches`, []);
      mockResponse("GET /api/views", []);
    },
    tables: {
      [Plural]: {
        rows: [
          {
            row: "Margaret Holroyd",
            to: `${path}/${PART}`,
            cells: {
              Number: "PL-0001",
              [isWritten ? "Job" : "Reason"]: "Replace the tap",
              Date: "1 Jun 2026",
              ...(endDateField && { [endDateLabel]: "2 Jul 2026" }),
              ...left("£150.00"),
              Total: "£470.00",
            },
            card: [
              ...(isInvoice ? ["£150.00", "left of £470.00"] : ["£470.00"]),
              `PL-0001 · ${isInvoice ? "Due 2 Jul 2026" : endDateField ? "Valid until 2 Jul 2026" : "1 Jun 2026"}`,
            ],
          },
          {
            row: "Amir Shah",
            to: `${path}/${NONE}`,
            cells: { Number: "PL-0002", ...left(""), Total: "£81.00" },
            card: ["£81.00"],
          },
          {
            row: "Rosa Lane",
            // Opening a draft continues editing; credit notes are made from invoices.
            to: isWritten ? `${path}/edit/${DRAFT}` : `${path}/${DRAFT}`,
            cells: { Number: "None yet", ...left(""), Total: "£9.40" },
            card: ["£9.40"],
          },
        ],
        foot: [{ ...left("£150.00"), Total: "£560.40" }],
      },
    },
  });
}

describeAmounts("a list that is only partly loaded", {
  path: "/invoices",
  besides: () => {
    const row = createSummary("invoice", { totalAmount: "470.00", balanceDue: "150.00" });
    const all = { total: 7, nextCursor: "x", outstanding: "610.00", totalAmount: "2930.00" };
    mockResponse("GET /api/invoices", { ...createList(row), ...all });
    mockResponse("GET /api/invoices/counts", []);
    mockResponse("GET /api/invoices/batches", []);
    mockResponse("GET /api/views", []);
  },
  tables: {
    Invoices: {
      rows: [],
      foot: [
        { "Left to pay": "£150.00", Total: "£470.00" },
        { "Left to pay": "£610.00", Total: "£2,930.00" },
      ],
    },
  },
});

describe("the due or expiry date", () => {
  const today = todayInLondon();
  const asked = (api: "/api/invoices" | "/api/quotes", row: DocumentSummary) => {
    mockResponse(`GET ${api}`, createList(row));
    mockResponse(`GET ${api}/counts`, []);
    mockResponse(`GET ${api}/batches`, []);
    mockResponse("GET /api/views", []);
  };

  it.each([
    ["/invoices", createSummary("invoice", { dueDate: today }), "Due today"],
    ["/quotes", createSummary("quote", { expiryDate: today }), "Valid until today"],
  ] as const)("is shown as today on a phone: %s", async (path, row, says) => {
    emulatePhone();
    asked(`/api${path}`, row);
    await openSignedIn(path);
    await screen.findByText(new RegExp(`${says}$`));
  });

  it("is shown as today in the table, unless nothing is left to pay", async () => {
    asked("/api/invoices", createSummary("invoice", { dueDate: today }));
    await openSignedIn("/invoices");
    await screen.findByRole("cell", { name: "Today" });
    cleanup();
    asked("/api/invoices", createSummary("invoice", { dueDate: today, status: "paid", balanceDue: "0.00" }));
    await openSignedIn("/invoices");
    await screen.findByRole("cell", { name: "PL-0001" });
    expect(screen.queryByRole("cell", { name: "Today" })).toBeNull();
  });
});

/** The bulk actions for selected documents and what they start. */
const DEEDS: Record<DocumentKind, Record<string, SelectionAction | "papers">> = {
  quote: {
    "Email drafts to their customers": "send",
    "Remind customers to reply": "remind",
    "Download as PDFs": "papers",
    Archive: "archive",
    "Delete drafts": "delete-drafts",
  },
  invoice: {
    "Email drafts to their customers": "send",
    "Remind customers about overdue ones": "remind",
    "Download as PDFs": "papers",
    Archive: "archive",
    "Delete drafts": "delete-drafts",
  },
  // Credit notes ask the customer for nothing.
  credit_note: {
    "Email drafts to their customers": "send",
    "Download as PDFs": "papers",
    Archive: "archive",
    "Delete drafts": "delete-drafts",
  },
};

describe.each(ALL_KINDS.map((words) => [words.plural, words] as const))("selected %s", (_, words) => {
  const chosen: ChosenDocuments = { isAll: false, ids: new Set([PART, NONE]), last: null };
  const documentSelection = { chosen, isChoosing: true, end: () => {}, chooseAll: () => {} } as never;
  const inOrder = (archived: boolean) =>
    Object.entries(DEEDS[words.kind]).map(([label, deed]): [string, string] =>
      archived && deed === "archive" ? ["Restore", "restore"] : [label, deed],
    );

  it.each([
    ["outside the archive", false],
    ["in the archive", true],
  ])("offer the right actions %s", async (_, archived) => {
    const found: [string, string][] = [];
    // Archived documents have any status.
    const statuses = archived ? [""] : STATUS_FILTERS[words.kind].map(({ value }) => value);
    for (const status of statuses) {
      const filter = { q: "", status, archived, from: "", to: "", sort: "", order: "asc" } as const;
      const start = vi.fn((deed: string) => deed);
      const papers = vi.fn(() => "papers");
      const bulk = { doing: null, start, stop: () => {}, dismiss: () => {} } as never;
      const user = await renderAlone(
        <SelectionBar
          {...{ kindInfo: words, filter, documentSelection, bulk }}
          total={2}
          onDownloadPdfs={papers}
        />,
      );
      screen.getByText(`2 ${words.plural} chosen`);
      const openMenu = () => user.click(screen.getByRole("button", { name: "Actions" }));
      await openMenu();
      const labels = (await screen.findAllByRole("menuitem")).map((item) => item.textContent ?? "");
      expect([status, labels]).toEqual([status, inOrder(archived).map(([label]) => label)]);
      // The actions don't depend on the status, so one test of each is enough.
      for (const label of status === "" ? labels : []) {
        await user.click(screen.getByRole("menuitem", { name: label }));
        found.push([label, start.mock.lastCall?.[0] ?? "papers"]);
        expect(start.mock.calls.length + papers.mock.calls.length).toBe(1);
        start.mockClear();
        papers.mockClear();
        if (label !== labels.at(-1)) await openMenu();
      }
      cleanup();
    }
    expect(found).toEqual(inOrder(archived));
  });
});
