// @vitest-environment window
import { beforeEach, expect, it, vi } from "vitest";
import { NotAPicture, shrinkReceipt } from "./useReceipts";

const SMALL = new Blob(["small"], { type: "image/jpeg" });
const file = (text: string) => new Blob([Uint8Array.from(text, (sign) => sign.charCodeAt(0))]);
const heic = file("\0\0\0\x18ftypheic\0\0\0\0mif1heic");
const decode = vi.fn();

/** A browser that can't create a bitmap from the file. */
beforeEach(() => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new DOMException("no", "InvalidStateError")));
  vi.spyOn(HTMLImageElement.prototype, "decode").mockImplementation(decode);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    fillRect: () => {},
    drawImage: () => {},
  } as unknown as CanvasRenderingContext2D);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(SMALL));
  decode.mockReset().mockRejectedValue(new DOMException("no", "EncodingError"));
});

it("refuses files in formats that cannot be read", async () => {
  for (const [picture, why] of [
    [heic, /^We can’t read HEIC pictures/],
    [file("%PDF-1.7"), /^You can’t add PDFs here/],
    [file("PK\x03\x04"), /^Please choose a PNG, JPEG or WebP picture/],
  ] as const) {
    const refused = await shrinkReceipt(picture).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NotAPicture);
    expect((refused as Error).message).toMatch(why);
  }
});

it("converts HEIC to JPEG when the browser can decode it", async () => {
  decode.mockResolvedValue(undefined);
  expect(await shrinkReceipt(heic)).toBe(SMALL);
});

it("returns a JPEG unchanged when the browser cannot decode it", async () => {
  const jpeg = file("\xFF\xD8\xFF\xE0 too large for this browser");
  expect(await shrinkReceipt(jpeg)).toBe(jpeg);
});
