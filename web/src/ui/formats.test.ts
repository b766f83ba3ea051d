import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatFileSize, formatTimeOfDay } from "./formats";

test("a time has no date today, and has one on any other day", () => {
  const now = Date.UTC(2026, 10, 26, 12, 0);
  expect(formatTimeOfDay(Date.UTC(2026, 10, 26, 3, 10), now)).toBe("03:10");
  expect(formatTimeOfDay(Date.UTC(2026, 10, 25, 11, 11), now)).toBe("25 Nov 2026, 11:11");
});

test.each([
  [812, "812 bytes"],
  [1_400_000, "1.4 MB"],
  [28_728_000_000, "28.7 GB"],
])("%s bytes are %s", (bytes, size) => {
  expect(formatFileSize(bytes)).toBe(size);
});

test("dates and numbers have the British format, whatever the device's language", () => {
  const root = new URL("../", import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|^testing/.test(file),
  );
  const formats = files.flatMap((file) =>
    [
      ...readFileSync(new URL(file, root), "utf8").matchAll(/(Intl\.\w+|\.toLocale\w*String)\(\s*([^,)]*)/g),
    ].map(([, format, language]) => ({ file, format, language })),
  );
  const british = formats.filter(({ language }) => language === '"en-GB"');
  expect(british.length).toBeGreaterThan(20);
  expect(formats.filter((one) => !british.includes(one))).toEqual([]);
});
