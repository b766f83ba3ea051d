// @vitest-environment window
import { afterEach, expect, it, vi } from "vitest";
import { printDocument } from "./print";

/** A promise that the test resolves. */
function later() {
  let happen = () => {};
  const promise = new Promise<void>((done) => {
    happen = done;
  });
  return { promise, happen };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

it("waits for the styles, fonts and pictures of the document before it prints", async () => {
  vi.useFakeTimers();
  const print = vi.fn();
  const [drawn, lettered] = [later(), later()];
  const page = document.implementation.createHTMLDocument();
  Object.assign(page, { fonts: { ready: lettered.promise } });
  const { setTimeout } = globalThis;
  const opened = { document: page, print, focus: () => {}, addEventListener: () => {}, setTimeout };
  vi.spyOn(window, "open").mockReturnValue(opened as unknown as Window);
  HTMLImageElement.prototype.decode = () => drawn.promise;
  // Created in a document that loads nothing, because this one would fire an error at once.
  const styles = page.createElement("link");
  styles.rel = "stylesheet";
  vi.spyOn(document.head, "querySelectorAll").mockReturnValue([styles] as unknown as NodeListOf<Element>);
  const sheet = page.createElement("article");
  sheet.append(page.createElement("img"));

  printDocument(sheet, "Invoice INV-0001");
  for (const arrive of [
    () => page.querySelector("link")?.dispatchEvent(new Event("load")),
    drawn.happen,
    lettered.happen,
  ]) {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(print).not.toHaveBeenCalled();
    arrive();
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(print).toHaveBeenCalledOnce();
});

// A4 without the 10 mm margins at the top and bottom is 1,047 CSS pixels high.
it.each([
  ["several pages without numbers", { height: 1_048 }, true],
  ["one page", { height: 1_046 }, false],
  ["several pages that the browser numbers", { height: 1_048, hasMargins: true }, false],
  ["several pages without signal", { height: 1_048, isOffline: true }, false],
])("shows the server's PDF instead of %s", async (_, { height, ...browser }, isPdf) => {
  const { hasMargins = false, isOffline = false } = browser as { hasMargins?: boolean; isOffline?: boolean };
  vi.useFakeTimers();
  if (hasMargins) vi.stubGlobal("CSSMarginRule", class {});
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(!isOffline);
  const page = document.implementation.createHTMLDocument();
  Object.assign(page, { fonts: { ready: Promise.resolve() } });
  const [print, replace] = [vi.fn(), vi.fn()];
  const opened = {
    document: page,
    print,
    location: { replace },
    focus: () => {},
    addEventListener: () => {},
  };
  const { setTimeout } = globalThis;
  vi.spyOn(window, "open").mockReturnValue({ ...opened, setTimeout } as unknown as Window);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({ height } as DOMRect);

  printDocument(page.createElement("article"), "Invoice INV-0001", "/api/invoices/1/pdf");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(print).toHaveBeenCalledTimes(isPdf ? 0 : 1);
  const pdf = new URL("/api/invoices/1/pdf", location.href).href;
  expect(replace.mock.calls).toEqual(isPdf ? [[pdf]] : []);
});
