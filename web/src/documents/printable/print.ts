const PRINT_AFTER = 500;
const CLOSE_AFTER_PRINT = 1_000;
const CLOSE_AFTER_FOCUS = 2_000;

/** A4 within its margins: the width as it is set, the height in CSS pixels. */
const PAGE_SIZE = { width: "190mm", height: (277 * 96) / 25.4 };

/** Whether this browser sets words into the margins of printed pages, where the number of each page stands. */
export const hasMarginBoxes = (): boolean => "CSSMarginRule" in window;

/**
 * Opens a window with this sheet alone, prints it, and closes it after printing or cancelling
 * (docs/product.md, sections 2 and 9). A sheet of several pages needs their numbers: where the browser sets none, and there is
 * signal, the window shows the server's PDF instead, which has them.
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
      // The empty window has an address of its own, against which a relative one would not resolve.
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
  // Without its styles, its fonts and its pictures it is another sheet, of another length.
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

/** Once a stylesheet is there, or will never be. */
const waitForStylesheet = (style: HTMLElement) =>
  new Promise<void>((done) => {
    style.addEventListener("load", () => done());
    style.addEventListener("error", () => done());
  });

/** Once a picture can be drawn, or never will be. */
const waitForPicture = (picture: HTMLImageElement) => picture.decode().catch(() => {});

/** How high a sheet is on paper, if the paper had no end: as the rules for print lay it out, in CSS pixels. */
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
