// @vitest-environment window
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isMobile, VERY_WIDE, WIDE } from "./device";

const setWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport({
    width,
    height: 1024,
  });

afterEach(() => {
  setWidth(1280);
  vi.restoreAllMocks();
});

describe("a viewport of 768 px or less is a phone's (docs/product.md, section 9)", () => {
  it.each([
    [390, true],
    [767, true],
    [768, true],
    [769, false],
    [1280, false],
  ])("%i px: %s", (width, phone) => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (X11; Linux x86_64)");
    setWidth(width);
    expect(isMobile()).toBe(phone);
    expect(window.matchMedia(WIDE).matches).toBe(!phone);
  });
});

describe("with larger text in the browser's settings, a window has the layout of a narrower one", () => {
  const src = join(import.meta.dirname, "..");

  afterEach(() => document.documentElement.removeAttribute("style"));

  it("so that a computer's window has the phone's layout, but is still a computer's", () => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (X11; Linux x86_64)");
    document.documentElement.style.fontSize = "32px";
    expect(window.matchMedia(WIDE).matches).toBe(false);
    expect(window.matchMedia(VERY_WIDE).matches).toBe(false);
    expect(isMobile()).toBe(false);
  });

  it("because no width in the styles and the scripts is in pixels", () => {
    const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
      (file) => /\.(css|tsx?)$/.test(file) && !/\bdevice\.(test\.)?ts$/.test(file),
    );
    const wrong = files.filter((file) =>
      /\((min-|max-)?width\s*[:<>=]+\s*\d+(\.\d+)?px/.test(readFileSync(join(src, file), "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  it("and the scripts switch at the same widths as the styles", () => {
    const theme = readFileSync(join(src, "theme.css"), "utf8");
    expect(theme).toContain(`--breakpoint-md: ${WIDE.match(/[\d.]+rem/)?.[0]};`);
    // Tailwind's own, which the theme doesn't change.
    expect(theme).not.toContain("--breakpoint-lg:");
    expect(VERY_WIDE).toBe("(min-width: 64rem)");
  });
});
