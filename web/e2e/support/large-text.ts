// Text twice as large, as a browser's setting makes it, and what is lost by it.
import type { Page } from "@playwright/test";

/** Text twice as large, until another page is opened. */
export const doubleTextSize = (page: Page) =>
  page.addStyleTag({ content: "html { font-size: 200% !important }" });

/** In the page: what is wider than the window, what leaves its card or its bar, and what covers something else. */
export function findLostText(): string[] {
  const found: string[] = [];
  // A phone's window grows with what is too wide for it; the root element does not.
  const pageWidth = document.documentElement.clientWidth;
  if (window.innerWidth > pageWidth + 1) found.push(`${window.innerWidth} px wide`);
  const inBars: { text: string; box: DOMRect; element: Element }[] = [];
  for (const one of document.querySelectorAll("h1, .tabular-nums, nav a, button, main a")) {
    const box = one.getBoundingClientRect();
    const isAside = one.closest(".sr-only, [class*=overflow-x], [hidden], table");
    if (!one.checkVisibility() || isAside || box.width < 2) continue;
    const text = `${one.tagName} ${one.textContent.slice(0, 40)}`;
    if (box.right > pageWidth + 1) found.push(`${text} leaves the window`);
    const holder = one.closest(".rounded-lg, a, nav, header, [data-bottom-bar]");
    if (holder && one.textContent.trim() && box.right > holder.getBoundingClientRect().right + 1)
      found.push(`${text} leaves its place`);
    if (one.matches("nav a") && one.scrollWidth > one.clientWidth + 1) found.push(`${text} is too wide`);
    if (one.closest("[data-bottom-bar]")) inBars.push({ text, box, element: one });
  }
  for (const [at, { text, box, element }] of inBars.entries()) {
    for (const other of inBars.slice(at + 1)) {
      if (element.contains(other.element)) continue;
      const its = other.box;
      const isBeside = its.left >= box.right - 1 || its.right <= box.left + 1;
      const isAboveOrBelow = its.top >= box.bottom - 1 || its.bottom <= box.top + 1;
      if (!isBeside && !isAboveOrBelow) found.push(`${other.text} over ${text}`);
    }
  }
  return found;
}
