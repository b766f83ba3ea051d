import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const theme = readFileSync(new URL("../theme.css", import.meta.url), "utf8");

/** A colour of the theme: red, green and blue, each 0 to 255. */
function readColour(name: string): number[] {
  const found = new RegExp(`--color-${name}: #(\\w{2})(\\w{2})(\\w{2});`).exec(theme);
  if (!found) throw new Error(`theme.css has no colour ${name}`);
  return found.slice(1).map((part) => Number.parseInt(part, 16));
}

/** Relative luminance, WCAG 2.2. */
function calculateLuminance(name: string): number {
  const [red = 0, green = 0, blue = 0] = readColour(name).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function calculateContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [calculateLuminance(one), calculateLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const STATES = ["accent", "pending", "ok", "bad", "idle", "warn"];
const TEXTS = ["ink", "ink-soft", "body", "quiet"];

it.each([
  ...STATES.flatMap((state) => [
    [state, `${state}-tint`],
    [state, "paper"],
  ]),
  ...TEXTS.flatMap((text) => ["paper", "canvas", "hover"].map((under) => [text, under])),
  ...["ink", "accent", "accent-strong", "bad"].map((under) => ["paper", under]),
] as [string, string][])("%s can be read on %s (WCAG AA)", (text, under) => {
  expect(calculateContrast(text, under)).toBeGreaterThanOrEqual(4.5);
});
