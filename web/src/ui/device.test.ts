// @vitest-environment window
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isMobile, WIDE } from "./device";

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

  it("also in the styles and the scripts", () => {
    const src = join(import.meta.dirname, "..");
    const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
      (file) => /\.(css|tsx?)$/.test(file) && !file.endsWith("device.test.ts"),
    );
    const wrong = files.filter((file) =>
      /min-width:\s*(768px|48rem)|max-width:\s*767(\.\d+)?px/.test(readFileSync(join(src, file), "utf8")),
    );
    expect(wrong).toEqual([]);
    expect(readFileSync(join(src, "theme.css"), "utf8")).toContain("--breakpoint-md: 769px;");
  });
});
