import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DataImport } from "../../api/generated/DataImport";
import { post } from "../../api/requests";
import type { SourceProgram } from "./ProgramChoice";

/** What is brought, and how. */
export interface DataImportRequest {
  source: SourceProgram["source"];
  files: File[];
  /** What becomes of documents that come to another total here. */
  differing: "keep" | "leave";
  /** What becomes of amounts in another currency; empty: nobody has said. */
  currency: "" | "leave" | "pounds";
  /** How dates are read that may be two days; empty: nobody has said. */
  dates: "" | "dayFirst" | "monthFirst";
  /** The headings as which the columns of tables are read, by what their own headings come to. */
  columns: Record<string, string[]>;
  /** The business profile that the documents are of; empty: the account's own. */
  profile: string;
}

function toFormData({
  source,
  files,
  differing,
  currency,
  dates,
  columns,
  profile,
}: DataImportRequest): FormData {
  const form = new FormData();
  form.append("source", source);
  form.append("differing", differing);
  if (currency) form.append("currency", currency);
  if (dates) form.append("dates", dates);
  if (Object.keys(columns).length > 0) form.append("columns", JSON.stringify(columns));
  form.append("profile", profile);
  for (const file of files) form.append("file", file);
  return form;
}

/** Looks at what would be brought; nothing is kept. */
export function usePreviewDataImport() {
  return useMutation({
    mutationFn: (request: DataImportRequest) => post("/api/arriving/preview", { body: toFormData(request) }),
  });
}

/** What was brought altogether. */
export interface DataImportResult {
  customers: number;
  items: number;
  quotes: number;
  invoices: number;
  /** What the last portion said. */
  last: DataImport;
}

/**
 * Brings everything, a portion of the documents at a time, and says how many are done. Stopped and begun again, it goes
 * on where it was.
 */
export function useRunDataImport() {
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const importMutation = useMutation({
    mutationFn: async (request: DataImportRequest): Promise<DataImportResult> => {
      setDone(0);
      const result = { customers: 0, items: 0, quotes: 0, invoices: 0 };
      for (;;) {
        const last = await post("/api/arriving", { body: toFormData(request) });
        const { customers, items, documents } = last;
        result.customers += customers.new + customers.updated;
        result.items += items.new + items.updated;
        // Those that wait are among the new.
        const portion = documents.quotes + documents.invoices - documents.left;
        const before = result.quotes + result.invoices;
        const quotes = Math.min(documents.quotes, portion);
        result.quotes += quotes;
        result.invoices += portion - quotes;
        setDone(before + portion);
        if (documents.left === 0 || portion === 0) return { ...result, last };
      }
    },
    // Also after a fault: what came before it is there.
    onSettled: () => client.invalidateQueries(),
  });
  return { ...importMutation, done };
}
