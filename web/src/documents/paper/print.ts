const PRINT_AFTER = 500;
const CLOSE_AFTER_PRINT = 1_000;
const CLOSE_AFTER_FOCUS = 2_000;

/**
 * Opens a window with this sheet alone, prints it, and closes it after printing or cancelling
 * (spec.md sections 2 and 9).
 */
export function printSheet(sheet: HTMLElement, title: string): void {
  const win = window.open("", "_blank", "width=900,height=1100");
  if (!win) {
    window.alert("Please allow pop-ups to generate PDF");
    return;
  }
  const page = win.document;
  page.title = title;
  page.documentElement.lang = document.documentElement.lang;
  for (const style of document.head.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')) {
    const copy = page.importNode(style, true);
    // The empty window has an address of its own, against which a relative one would not resolve.
    if (style instanceof HTMLLinkElement) copy.setAttribute("href", style.href);
    page.head.append(copy);
  }
  page.body.replaceChildren(page.importNode(sheet, true));
  for (const picture of page.images) picture.loading = "eager";

  const close = (delay: number) => win.setTimeout(() => win.close(), delay);
  win.addEventListener("afterprint", () => close(CLOSE_AFTER_PRINT));
  win.addEventListener("focus", () => {
    if (printed) close(CLOSE_AFTER_FOCUS);
  });
  let printed = false;
  win.setTimeout(() => {
    win.focus();
    win.print();
    printed = true;
  }, PRINT_AFTER);
}
