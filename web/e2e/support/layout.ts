// What every screen must satisfy: nothing sticks out at any width, and axe finds nothing.
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import type { AxeResults, ElementContext, Result, RunOptions } from "axe-core";

/** The smallest phone (which is also 400 % zoom at 1280), the usual one, and a desktop. */
const WIDTHS = [320, 390, 1280];

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * The screen as it is now is accessible and fits each width. Once for a screen: in another state of it, and in a dialog of
 * fields and buttons, which src/ui checks by themselves, `expectFits` is enough. axe takes the browser a second.
 */
export async function expectSoundLayout(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where);
  await expectFits(page, where);
}

/**
 * Nothing sticks out sideways at 320, 390 and 1280 px, and a short button, badge or segment has its words on one line, and
 * an amount its figures.
 */
export async function expectFits(page: Page, where: string): Promise<void> {
  const before = page.viewportSize();
  if (!before) throw new Error("the page has no size");
  const found: string[] = [];
  // First the width that it has: each change lays the whole page out again.
  const isNow = (width: number) => Number(width === before.width);
  for (const width of WIDTHS.toSorted((one, other) => isNow(other) - isNow(one))) {
    if (width !== page.viewportSize()?.width) await page.setViewportSize({ width, height: before.height });
    found.push(...(await page.evaluate(findOverflow, width)));
  }
  await page.setViewportSize(before);
  // Laid out as before, so that what is pressed next is where it is seen.
  await page.evaluate(waitTwoFrames);
  expect(found, `${where} is cut off, scrolls sideways, or breaks words or figures`).toEqual([]);
}

/** In the page: two frames have passed. */
async function waitTwoFrames(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
}

/**
 * In the page, once it is laid out again: what reaches beyond the right edge. Also where that cannot be scrolled to: then
 * it is cut off.
 */
async function findOverflow(width: number): Promise<string[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const wide = () => document.documentElement.scrollWidth;
  /** It is read or pressed, and nobody can bring the rest of it into view. A picture may go beyond the edge. */
  const isCut = (element: Element) => {
    if (element.textContent.trim() === "" && !element.matches("input, select, textarea, button"))
      return false;
    const { left, right, width: own } = element.getBoundingClientRect();
    if (right <= width + 1 || left >= width || own < 2 || !element.checkVisibility()) return false;
    for (let around: Element | null = element; around; around = around.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(around).overflowX) && around !== document.documentElement)
        return false;
      // A panel that slides, or the picture of a screen.
      if (around.matches("[aria-hidden=true], [inert], .sr-only")) return false;
    }
    return true;
  };
  const found = () =>
    [...document.body.querySelectorAll("*")].filter(
      (element) => element.children.length === 0 && isCut(element),
    );
  // Two frames, and as many more as a sliding panel takes to come to rest.
  for (let frames = 0; frames < 2 || (frames < 30 && (wide() > width || found().length > 0)); frames += 1)
    await frame();
  /** Whether its words, which are few, take a second line. */
  const isBroken = (button: Element) => {
    const label = button.textContent.trim();
    if (label.length > 18 || !button.checkVisibility() || button.getBoundingClientRect().width < 2)
      return false;
    const range = document.createRange();
    range.selectNodeContents(button);
    const lines = [...range.getClientRects()].filter(({ width: wide, height }) => wide > 2 && height > 8);
    const height = Number.parseFloat(getComputedStyle(button).fontSize);
    return lines.some(({ top }) => top - (lines[0]?.top ?? top) > height);
  };
  const described = found()
    .slice(0, 5)
    .map((element) => element.outerHTML.slice(0, 160));
  const amounts = [...document.body.querySelectorAll("*")].filter(
    (one) => one.children.length < 2 && /^[−-]?£[\d,]+(\.\d\d)?$/.test(one.textContent.trim()),
  );
  const short = document.querySelectorAll(
    "button.select-none, a.select-none, [data-badge], button[role=radio], button[role=tab]",
  );
  for (const one of [...short, ...amounts])
    if (isBroken(one)) described.push(`‘${one.textContent.trim()}’ is on two lines`);
  if (wide() > width) described.unshift(`it is ${wide()} px wide`);
  return described.map((what) => `at ${width} px: ${what}`);
}

/** axe finds nothing against WCAG 2.2 AA on the page as it is now. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const found: string[] = [];
  for (const { id, nodes } of await findViolations(page, { tags: WCAG })) {
    const targets = nodes.map((node) => node.target.join(" "));
    const left = id === "target-size" ? await findSmallTargets(page, targets) : targets;
    if (left.length > 0) found.push(`${id}: ${left.join(", ")}`);
  }
  expect(found, `axe on ${where}`).toEqual([]);
}

/** Those that are too small to press where nothing covers them: a bar at the bottom covers what is scrolled under it. */
async function findSmallTargets(page: Page, targets: string[]): Promise<string[]> {
  const before = await page.evaluate(() => window.scrollY);
  const left: string[] = [];
  for (const target of targets) {
    await page
      .locator(target)
      .first()
      .evaluate((element) => element.scrollIntoView({ block: "center" }));
    const still = await findViolations(page, { rules: ["target-size"], within: target });
    if (still.length > 0) left.push(target);
  }
  await page.evaluate((y) => window.scrollTo(0, y), before);
  return left;
}

const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

declare global {
  interface Window {
    axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> };
  }
}

export interface AxeScope {
  rules?: string[];
  tags?: string[];
  /** A selector; without one the whole page is looked at. */
  within?: string;
}

/**
 * The violations of these rules, or of the rules with these tags. axe is put in by the debugger, so that no
 * Content-Security-Policy keeps it out, and once for a page: reading it takes the browser longer than looking.
 */
export async function findViolations(page: Page, { rules, tags, within }: AxeScope): Promise<Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const runOnly = rules
    ? { type: "rule" as const, values: rules }
    : { type: "tag" as const, values: tags ?? [] };
  const found = await page.evaluate(
    ([where, how]) => window.axe.run(where ?? document, how),
    // None of these rules reads style sheets, and nobody reads what passes.
    [within ?? null, { runOnly, resultTypes: ["violations"], preload: false, elementRef: false }] as [
      string | null,
      RunOptions,
    ],
  );
  return found.violations;
}

/** In the page: the words of its filled buttons, of which a screen has one. */
export function listFilledButtons(): string[] {
  return [...document.querySelectorAll("a, button")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 40)
    .filter((one) => !one.hasAttribute("aria-pressed"))
    .filter((one) => ["rgb(20, 33, 61)", "rgb(194, 65, 12)"].includes(getComputedStyle(one).backgroundColor))
    .filter((one) => one.getBoundingClientRect().height > 30)
    .map((one) => one.textContent);
}

/** In the page: the numbers on a sheet that are broken over two lines. */
export function findBrokenNumbers(): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(
    document.querySelector("article") ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!(text instanceof Text) || !text.parentElement?.checkVisibility()) continue;
    for (const number of text.data.matchAll(/(?<!\S)[−-]?£?\d[\d,./-]*(?!\S)/g)) {
      range.setStart(text, number.index);
      range.setEnd(text, number.index + number[0].length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      if (lines.some(({ top }) => Math.abs(top - (lines[0]?.top ?? top)) > 2)) found.push(number[0]);
    }
  }
  return found;
}

/** In the page: how much of the window's height its bars cover that stay while it is scrolled. */
export function measureCoveredHeight(): number {
  const rows = new Set<number>();
  for (const one of document.querySelectorAll("body *")) {
    if (!/fixed|sticky/.test(getComputedStyle(one).position) || !one.checkVisibility()) continue;
    const { top, bottom, width } = one.getBoundingClientRect();
    if (width < innerWidth / 2) continue;
    for (let row = Math.max(0, Math.floor(top)); row < Math.min(innerHeight, bottom); row += 1) rows.add(row);
  }
  return rows.size;
}

/** It is wholly in the window, from top to bottom. */
export async function expectInWindow(page: Page, what: Locator, where: string): Promise<void> {
  const box = await what.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box && box.y >= 0 && box.y + box.height <= height, `${where} is in the window`).toBe(true);
}

/** Where it is in the window, in pixels; it fails where it is not drawn. */
export async function getBox(what: Locator) {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not drawn`);
  return box;
}

// Text twice as large, as a browser's setting makes it, and what is lost by it.

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
