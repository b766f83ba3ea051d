const PRINT_AFTER = 500;
const CLOSE_AFTER_PRINT = 1_000;
const CLOSE_AFTER_FOCUS = 2_000;

/** A4 without margins: the width in CSS, the height in CSS pixels. */
const PAGE_SIZE = { width: "190mm", height: (277 * 96) / 25.4 };

/** Whether this browser supports text in the margins of printed pages, which the page numbers need. */
export const hasMarginBoxes = (): boolean => "CSSMarginRule" in window;

/**
 * Opens a window with only this printable document, prints it, and closes the window after printing or
 * cancelling (docs/product.md, sections 2 and 9). A document of several pages needs page numbers: if the
 * browser can't print them and is online, the window displays the server's PDF instead.
 */
export function printDocument(element: HTMLElement, title: string, pdf?: string): void {
  const win = window.open("", "_blank", "width=900,height=1100");
  if (!win) {
    window.alert("Please allow pop-ups to generate PDF");
    return;
  }
  const page = win.document;
  page.title = title;
  page.documentElement.lang = document.documentElement.lang;
  const styleLoads: Promise<void>[] = [];
  for (const style of document.head.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')) {
    const copy = page.importNode(style, true);
    if (style instanceof HTMLLinkElement) {
      // Use the absolute address, because a relative one doesn't resolve in the empty window.
      copy.setAttribute("href", style.href);
      styleLoads.push(waitForStylesheet(copy));
    }
    page.head.append(copy);
  }
  const elementCopy = page.importNode(element, true);
  page.body.replaceChildren(elementCopy);
  const pictures = [...elementCopy.querySelectorAll("img")];
  for (const picture of pictures) picture.loading = "eager";

  const close = (delay: number) => win.setTimeout(() => win.close(), delay);
  win.addEventListener("afterprint", () => close(CLOSE_AFTER_PRINT));
  win.addEventListener("focus", () => {
    if (printed) close(CLOSE_AFTER_FOCUS);
  });
  let printed = false;
  // Without its styles, fonts and pictures the document would have another length.
  const waitUntilReady = async () => {
    await Promise.all([new Promise((done) => win.setTimeout(done, PRINT_AFTER)), ...styleLoads]);
    await Promise.all([page.fonts.ready, ...pictures.map(waitForPicture)]);
  };
  void waitUntilReady().then(() => {
    if (pdf && !hasMarginBoxes() && navigator.onLine && measurePrintHeight(elementCopy) > PAGE_SIZE.height) {
      win.location.replace(new URL(pdf, location.href).href);
      return;
    }
    win.focus();
    win.print();
    printed = true;
  });
}

/** Resolves when a stylesheet has loaded or failed. */
const waitForStylesheet = (style: HTMLElement) =>
  new Promise<void>((done) => {
    style.addEventListener("load", () => done());
    style.addEventListener("error", () => done());
  });

/** Resolves when a picture can be drawn or has failed. */
const waitForPicture = (picture: HTMLImageElement) => picture.decode().catch(() => {});

/** The height of a printable document on an endless page, in CSS pixels, laid out with the print rules. */
export function measurePrintHeight(element: HTMLElement): number {
  const page = element.ownerDocument;
  const rules = [...page.styleSheets].flatMap((styles) => [...styles.cssRules]);
  const isPrintRule = (rule: CSSRule): rule is CSSMediaRule =>
    "media" in rule && (rule as CSSMediaRule).media.mediaText === "print";
  const printRules = rules.filter(isPrintRule);
  const { width } = page.body.style;
  for (const rule of printRules) rule.media.mediaText = "all";
  page.body.style.width = PAGE_SIZE.width;
  const { height } = element.getBoundingClientRect();
  for (const rule of printRules) rule.media.mediaText = "print";
  page.body.style.width = width;
  return height;
}
