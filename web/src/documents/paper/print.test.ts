// @vitest-environment window
import { afterEach, expect, it, vi } from "vitest";
import { printSheet } from "./print";

/** Something that has not happened until it is made to. */
function later() {
  let happen = () => {};
  const promise = new Promise<void>((done) => {
    happen = done;
  });
  return { promise, happen };
}

afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

it("prints no earlier than the styles, the fonts and the pictures of the sheet are there", async () => {
  vi.useFakeTimers();
  const print = vi.fn();
  const [drawn, lettered] = [later(), later()];
  const page = document.implementation.createHTMLDocument();
  Object.assign(page, { fonts: { ready: lettered.promise } });
  const { setTimeout } = globalThis;
  const opened = { document: page, print, focus: () => {}, addEventListener: () => {}, setTimeout };
  vi.spyOn(window, "open").mockReturnValue(opened as unknown as Window);
  HTMLImageElement.prototype.decode = () => drawn.promise;
  // Made in a document that loads nothing, as this one would say at once that it may not.
  const styles = page.createElement("link");
  styles.rel = "stylesheet";
  vi.spyOn(document.head, "querySelectorAll").mockReturnValue([styles] as unknown as NodeListOf<Element>);
  const sheet = page.createElement("article");
  sheet.append(page.createElement("img"));

  printSheet(sheet, "Invoice INV-0001");
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
