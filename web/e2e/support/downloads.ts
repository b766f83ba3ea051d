// What a PDF says.
import { spawnSync } from "node:child_process";
import { type Download, expect, type Page } from "@playwright/test";

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

// Files that a page hands out.

/** Chooses a kind of file from the page's 'Download', and waits for it. */
export async function downloadFile(page: Page, kind: string): Promise<Download> {
  await page.getByRole("button", { name: "Download" }).first().click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).click(),
  ]);
  return file;
}
