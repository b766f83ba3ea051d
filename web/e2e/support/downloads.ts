// The content of PDFs.
import { spawnSync } from "node:child_process";
import { type Download, expect, type Page } from "@playwright/test";

/** The text of a PDF, page by page; extracted by poppler, as in the HTTP tests. */
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

// Downloads from a page.

/** Chooses a file type in the page's 'Download' menu, and waits for the file. */
export async function downloadFile(page: Page, kind: string): Promise<Download> {
  await page.getByRole("button", { name: "Download" }).first().click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).click(),
  ]);
  return file;
}
