// What a PDF says.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

/** The text of a PDF, page by page; by poppler, as the tests of PDFs read them. */
export function textOf(pdf) {
  const read = spawnSync("pdftotext", ["-layout", "-enc", "UTF-8", "-", "-"], {
    input: pdf,
    encoding: "utf8",
  });
  assert.equal(read.status, 0, `pdftotext: ${read.error ?? read.stderr}`);
  return read.stdout
    .split("\f")
    .slice(0, -1)
    .map((text) => text.replace(/\s+/g, " "));
}
