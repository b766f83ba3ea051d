import { expect, test } from "vitest";
import { isAppPage, isSitePage } from "./routes";

test.each([
  ["/", true],
  ["/dashboard", true],
  ["/quotes/0191-7f", true],
  ["/invoices/edit/0191-7f", true],
  ["/quotations", true],
  ["/api", false],
  ["/api/quotes", false],
  ["/ws", false],
  ["/q/token", false],
  ["/i/token", false],
  ["/c/token", false],
  ["/Q/TOKEN", false],
  ["/I/TOKEN", false],
  ["/CHECK/CODE", false],
  ["/q/token/certificate.pdf", false],
  ["/report/secret", false],
  ["/check", false],
  ["/check/CODE", false],
  ["/checklist", true],
  ["/readyz", false],
  ["/service-worker.js", false],
  ["/assets/index-abc.js", false],
])("%s is a page of the app: %s", (path, is) => {
  expect(isAppPage(path)).toBe(is);
});

test.each([
  ["/", true],
  ["/pricing", true],
  ["/pricing?from=mail", true],
  ["/support", true],
  ["/dashboard", false],
  ["/dashboard?preview=true", true],
  ["/dashboard?preview=false", false],
  ["/api/quotes?preview=true", false],
  ["/nowhere", false],
])("the server is asked first for %s: %s", (address, is) => {
  expect(isSitePage(new URL(address, "https://plumbline.example"))).toBe(is);
});
