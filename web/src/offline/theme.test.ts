// @vitest-environment window
import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { forceLightTheme, THEME_SETTING } from "./device-settings";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("the stored theme is light, whatever was stored before", () => {
  for (const before of [null, "dark", "system", "light"]) {
    if (before) localStorage.setItem(THEME_SETTING, before);
    forceLightTheme();
    expect(localStorage.getItem(THEME_SETTING)).toBe("light");
  }
});

test("a browser that forbids storage is light all the same", () => {
  vi.stubGlobal("localStorage", {
    setItem: () => {
      throw new Error("forbidden");
    },
    clear: () => {},
  });
  expect(forceLightTheme).not.toThrow();
});

test("each page says that it is light, and no style asks what the device prefers", () => {
  for (const page of ["index.html", "public.html"])
    expect(readFileSync(page, "utf8")).toContain('<meta name="color-scheme" content="light" />');
  const styles = readFileSync("src/theme.css", "utf8");
  expect(styles).toContain("color-scheme: light;");
  expect(styles).not.toContain("prefers-color-scheme");
});
