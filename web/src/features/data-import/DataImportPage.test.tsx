// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import type { DataImport } from "../../api/generated/DataImport";
import { setWriteTransport } from "../../api/requests";
import { renderAlone } from "../../testing/render-alone";
import { DataImportPage } from "./DataImportPage";

const NONE = { new: 0, updated: 0, same: 0, unreadable: 0, rows: [] };
const FOUND: DataImport = {
  done: false,
  customers: NONE,
  items: NONE,
  documents: { quotes: 0, invoices: 3, same: 0, differing: 2, refused: 0, asked: 0, left: 0, rows: [] },
  leftOut: [],
  otherCurrency: null,
  eitherDates: null,
  tables: [],
};

it("uses the choice for documents with a different total in the preview and in the import", async () => {
  const sent: [path: string, differing: unknown][] = [];
  const before = setWriteTransport(async ({ path, body }) => {
    sent.push([path, (body as FormData).get("differing")]);
    return FOUND;
  });
  onTestFinished(() => void setWriteTransport(before));
  const user = await renderAlone(<DataImportPage />);
  await user.upload(await screen.findByLabelText("Files from Tradify"), new File(["a,b"], "invoices.csv"));
  const isImported = () => screen.getByRole("checkbox", { name: /^Import the 2 documents/ });
  await waitFor(() => expect(isImported().getAttribute("aria-checked")).toBe("true"));
  for (const [checked, differing] of [
    ["false", "leave"],
    ["true", "keep"],
    ["false", "leave"],
  ]) {
    await user.click(isImported());
    await waitFor(() => {
      expect(isImported().getAttribute("aria-checked")).toBe(checked);
      expect(sent.at(-1)).toEqual(["/api/arriving/preview", differing]);
    });
  }
  await user.click(await screen.findByRole("button", { name: "Import everything" }));
  await waitFor(() => expect(sent.at(-1)).toEqual(["/api/arriving", "leave"]));
  expect(sent.map(([, differing]) => differing)).toEqual(["keep", "leave", "keep", "leave", "leave"]);
});

/** Records each request, and responds according to its fields. */
function mockImportResponses(answer: (getField: (name: string) => string | null) => DataImport) {
  const sent: [path: string, currency: string | null, columns: string | null][] = [];
  const before = setWriteTransport(async ({ path, body }) => {
    const getField = (name: string) => (body as FormData).get(name) as string | null;
    sent.push([path, getField("currency"), getField("columns")]);
    return answer(getField);
  });
  onTestFinished(() => void setWriteTransport(before));
  return sent;
}

it("asks what to do with amounts in another currency, and imports nothing before the choice is made", async () => {
  const paper = {
    kind: "invoice" as const,
    number: "INV-1",
    customer: "Jo",
    date: null,
    currency: "US dollars (USD)",
    theirs: "100.00",
    ours: null,
    difference: null,
    says: "It is in US dollars (USD).",
  };
  const documents = { ...FOUND.documents, differing: 0, invoices: 0, asked: 1 };
  const withQuestion: DataImport = {
    ...FOUND,
    otherCurrency: "The amounts in this file are in US dollars (USD).",
    documents: { ...documents, rows: [{ ...paper, outcome: "otherCurrency" }] },
  };
  const taken: DataImport = {
    ...withQuestion,
    documents: { ...documents, invoices: 1, asked: 0, rows: [{ ...paper, outcome: "new", ours: "100.00" }] },
  };
  const sent = mockImportResponses((getField) => (getField("currency") === "pounds" ? taken : withQuestion));
  const user = await renderAlone(<DataImportPage />);
  await user.upload(await screen.findByLabelText("Files from Tradify"), new File(["a,b"], "invoices.csv"));
  await screen.findByText("The amounts in this file are in US dollars (USD).");
  expect(screen.queryByRole("button", { name: "Import everything" })).toBeNull();
  expect(screen.queryByText(/^This imports/)).toBeNull();
  expect(screen.getAllByText("100.00").length).toBeGreaterThan(0);
  expect(screen.queryByText("£100.00")).toBeNull();
  await user.selectOptions(screen.getByLabelText("What should happen to these amounts?"), "pounds");
  await user.click(await screen.findByRole("button", { name: "Import everything" }));
  await waitFor(() => expect(sent.at(-1)).toEqual(["/api/arriving", "pounds", null]));
  expect(sent.map(([path, currency]) => [path, currency])).toEqual([
    ["/api/arriving/preview", null],
    ["/api/arriving/preview", "pounds"],
    ["/api/arriving", "pounds"],
  ]);
});

it("asks what the columns of a table are, and sends the choices", async () => {
  const columns = ["Whom", "Sum"].map((heading) => ({ heading, example: "", reads: "" }));
  const table = { files: ["work.csv"], headings: "h1", columns, choices: ["Customer", "Total"], asks: true };
  const sent = mockImportResponses(() => ({ ...FOUND, tables: [table] }));
  const user = await renderAlone(<DataImportPage />);
  const files = await screen.findByLabelText("Files from Tradify");
  await user.upload(files, new File(["a,b"], "work.csv"));
  await screen.findByText(
    "We don’t recognise work.csv. Choose what its columns are, or it won’t be imported.",
  );
  await user.selectOptions(screen.getByLabelText("Sum"), "Total");
  const columnsSent = JSON.stringify({ h1: ["", "Total"] });
  await waitFor(() => expect(sent.at(-1)).toEqual(["/api/arriving/preview", null, columnsSent]));
  await user.click(await screen.findByRole("button", { name: "Import everything" }));
  await waitFor(() =>
    expect(sent.some(([path, , last]) => path === "/api/arriving" && last === columnsSent)).toBe(true),
  );
});

it("asks whether the day or the month comes first, and imports nothing before the choice is made", async () => {
  const says = "The date of 1 document can be read in two ways: 03/04/2026 is 3 Apr 2026 or 4 Mar 2026.";
  const documents = { ...FOUND.documents, differing: 0, invoices: 1 };
  const sent: [path: string, dates: unknown][] = [];
  const before = setWriteTransport(async ({ path, body }) => {
    sent.push([path, (body as FormData).get("dates")]);
    return { ...FOUND, documents, eitherDates: says };
  });
  onTestFinished(() => void setWriteTransport(before));
  const user = await renderAlone(<DataImportPage />);
  const files = await screen.findByLabelText("Files from Tradify");
  await user.upload(files, new File(["a,b"], "invoices.csv"));
  await screen.findByText(says);
  expect(screen.queryByRole("button", { name: "Import everything" })).toBeNull();
  const choice = "Does the day or the month come first in these dates?";
  await user.selectOptions(screen.getByLabelText(choice), "monthFirst");
  await user.click(await screen.findByRole("button", { name: "Import everything" }));
  await waitFor(() => expect(sent.at(-1)).toEqual(["/api/arriving", "monthFirst"]));
  expect(sent).toEqual([
    ["/api/arriving/preview", null],
    ["/api/arriving/preview", "monthFirst"],
    ["/api/arriving", "monthFirst"],
  ]);
});
