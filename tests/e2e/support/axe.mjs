// What axe finds on a page. It goes in by the debugger, so that no Content-Security-Policy keeps it out, and once into
// each page: to read it takes the browser longer than to look.
import { readFileSync } from "node:fs";
import { webFile } from "./packages.mjs";

const SOURCE = readFileSync(new URL(webFile("node_modules/axe-core/axe.min.js")), "utf8");

/**
 * The violations of these rules or of the rules with these tags, as axe gives them; `within` is a selector, else it is
 * the page. There are no frames to look into.
 */
export async function violations(page, { rules, tags, within }) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: tags };
  const found = await page.evaluate(
    ([where, how]) => window.axe.run(where ?? document, how),
    // No rule of these reads style sheets, and nobody reads what passes.
    [within ?? null, { runOnly, resultTypes: ["violations"], preload: false, elementRef: false }],
  );
  return found.violations;
}
