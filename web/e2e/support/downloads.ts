// What a PDF says.
import { spawnSync } from "node:child_process";
import { expect } from "@playwright/test";

/** The text of a PDF, page by page; read by poppler, as in the HTTP tests. */
export function readPdfText(pdf: Uint8Array): string[] {
  const read = spawnSync("pdftotext", ["-layout", "-enc", "UTF-8", "-", "-"], {
    input: pdf,
    encoding: "utf8",
  });
  expect(read.status, `pdftotext: ${read.error ?? read.stderr}`).toBe(0);
  return read.stdout
    .split("\f")
    .slice(0, -1)
    .map((text) => text.replace(/\s+/g, " "));
}
