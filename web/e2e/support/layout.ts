// What every screen must satisfy: no overflow at any width, and no violations found by axe.
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import type { AxeResults, ElementContext, Result, RunOptions } from "axe-core";

/** The smallest phone (which is also 400 % zoom at 1280), the usual one, and a desktop. */
const WIDTHS = [320, 390, 1280];

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * Expects the current screen to be accessible and to fit each width. Needed once for each screen: for its
 * other states, and for dialogs of fields and buttons, which src/ui tests on their own, `expectFits` is
 * enough. axe takes the browser a second.
 */
export async function expectSoundLayout(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where);
  await expectFits(page, where);
}

/**
 * Expects no horizontal overflow at 320, 390 and 1280 px, and short labels of buttons, badges and segments,
 * as well as amounts, to be on one line.
 */
export async function expectFits(page: Page, where: string): Promise<void> {
  const before = page.viewportSize();
  if (!before) throw new Error("the page has no size");
  const found: string[] = [];
  // The current width first: each change of width triggers a new layout of the whole page.
  const isNow = (width: number) => Number(width === before.width);
  for (const width of WIDTHS.toSorted((one, other) => isNow(other) - isNow(one))) {
    if (width !== page.viewportSize()?.width) await page.setViewportSize({ width, height: before.height });
    found.push(...(await page.evaluate(findOverflow, width)));
  }
  await page.setViewportSize(before);
  // Waits for the original layout, so that the next click hits the right element.
  await page.evaluate(waitTwoFrames);
  expect(found, `${where} is cut off, scrolls sideways, or breaks words or figures`).toEqual([]);
}

/** In the page: waits for two frames. */
async function waitTwoFrames(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
}

/**
 * In the page, after its layout: what extends beyond the right edge, even if it can't be scrolled to and is
 * cut off.
 */
async function findOverflow(width: number): Promise<string[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const wide = () => document.documentElement.scrollWidth;
  /**
   * Whether an element with text or a control is cut off and the rest can't be scrolled into view. A picture
   * may extend beyond the edge.
   */
  const isCut = (element: Element) => {
    if (element.textContent.trim() === "" && !element.matches("input, select, textarea, button"))
      return false;
    const { left, right, width: own } = element.getBoundingClientRect();
    if (right <= width + 1 || left >= width || own < 2 || !element.checkVisibility()) return false;
    for (let around: Element | null = element; around; around = around.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(around).overflowX) && around !== document.documentElement)
        return false;
      // A sliding panel, or a picture of a screen.
      if (around.matches("[aria-hidden=true], [inert], .sr-only")) return false;
    }
    return true;
  };
  const found = () =>
    [...document.body.querySelectorAll("*")].filter(
      (element) => element.children.length === 0 && isCut(element),
    );
  // Two frames, and more until a sliding panel has stopped.
  for (let frames = 0; frames < 2 || (frames < 30 && (wide() > width || found().length > 0)); frames += 1)
    await frame();
  /** Whether its short label wraps to a second line. */
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

/** Expects axe to find no violation of WCAG 2.2 AA on the current page. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const found: string[] = [];
  for (const { id, nodes } of await findViolations(page, { tags: WCAG })) {
    const targets = nodes.map((node) => node.target.join(" "));
    const left = id === "target-size" ? await findSmallTargets(page, targets) : targets;
    if (left.length > 0) found.push(`${id}: ${left.join(", ")}`);
  }
  expect(found, `axe on ${where}`).toEqual([]);
}

/**
 * The targets that are too small to press even where nothing covers them: a bar at the bottom covers what is
 * scrolled under it.
 */
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
  /** A selector; without one the whole page is checked. */
  within?: string;
}

/**
 * Finds violations of these rules, or of the rules with these tags. axe is injected through the debugger, so
 * that no Content-Security-Policy blocks it, and once for each page: parsing it takes the browser longer than
 * the check.
 */
export async function findViolations(page: Page, { rules, tags, within }: AxeScope): Promise<Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const runOnly = rules
    ? { type: "rule" as const, values: rules }
    : { type: "tag" as const, values: tags ?? [] };
  const found = await page.evaluate(
    ([where, how]) => window.axe.run(where ?? document, how),
    // None of these rules reads style sheets, and results that pass aren't needed.
    [within ?? null, { runOnly, resultTypes: ["violations"], preload: false, elementRef: false }] as [
      string | null,
      RunOptions,
    ],
  );
  return found.violations;
}

/** In the page: the labels of its filled buttons; a screen should have one. */
export function listFilledButtons(): string[] {
  return [...document.querySelectorAll("a, button")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 40)
    .filter((one) => !one.hasAttribute("aria-pressed"))
    .filter((one) => ["rgb(20, 33, 61)", "rgb(194, 65, 12)"].includes(getComputedStyle(one).backgroundColor))
    .filter((one) => one.getBoundingClientRect().height > 30)
    .map((one) => one.textContent);
}

/** In the page: the numbers in a printable document that wrap over two lines. */
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

/**
 * In the page: how much of the window's height is covered by bars that stay in place while it is scrolled.
 */
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

/** Expects an element to be wholly in the window, from top to bottom. */
export async function expectInWindow(page: Page, what: Locator, where: string): Promise<void> {
  const box = await what.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box && box.y >= 0 && box.y + box.height <= height, `${where} is in the window`).toBe(true);
}

/** The position of an element in the window, in pixels; fails if it isn't rendered. */
export async function getBox(what: Locator) {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not drawn`);
  return box;
}

// Doubled text size, as in a browser's settings, and the text lost by it.

/** Doubles the text size until another page is opened. */
export async function doubleTextSize(page: Page): Promise<void> {
  await page.addStyleTag({ content: "html { font-size: 200% !important }" });
  // A phone's window gets its new width with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * In the page: what is wider than the window, what overflows its card or its bar, and what covers something
 * else.
 */
export function findLostText(): string[] {
  const found: string[] = [];
  // A phone's window grows with content that is too wide for it; the root element doesn't.
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
