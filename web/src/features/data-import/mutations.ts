import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DataImport } from "../../api/generated/DataImport";
import { post } from "../../api/requests";
import type { SourceProgram } from "./ProgramChoice";

/** What to import, and how. */
export interface DataImportRequest {
  source: SourceProgram["source"];
  files: File[];
  /** What to do with documents whose total differs here. */
  differing: "keep" | "leave";
  /** What to do with amounts in another currency; empty while the user hasn't chosen. */
  currency: "" | "leave" | "pounds";
  /** How to read ambiguous dates; empty while the user hasn't chosen. */
  dates: "" | "dayFirst" | "monthFirst";
  /** The headings as which the columns of a table are read, by a key for the table's own headings. */
  columns: Record<string, string[]>;
  /** The business profile of the documents; empty means the account's own details. */
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

/** Previews an import; nothing is saved. */
export function usePreviewDataImport() {
  return useMutation({
    mutationFn: (request: DataImportRequest) => post("/api/arriving/preview", { body: toFormData(request) }),
  });
}

/** Everything that was imported. */
export interface DataImportResult {
  customers: number;
  items: number;
  quotes: number;
  invoices: number;
  /** The server's response to the last portion. */
  last: DataImport;
}

/**
 * Imports everything, one portion of the documents at a time, and reports how many are done. When stopped and
 * started again, it continues where it was.
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
        // The documents left for later portions are counted among the new ones.
        const portion = documents.quotes + documents.invoices - documents.left;
        const before = result.quotes + result.invoices;
        const quotes = Math.min(documents.quotes, portion);
        result.quotes += quotes;
        result.invoices += portion - quotes;
        setDone(before + portion);
        if (documents.left === 0 || portion === 0) return { ...result, last };
      }
    },
    // Also after an error: what was imported before it is saved.
    onSettled: () => client.invalidateQueries(),
  });
  return { ...importMutation, done };
}
