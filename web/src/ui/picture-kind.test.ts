import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { detectPictureKind, REFUSED_PICTURE_MESSAGES } from "./pictures";

const createFile = (text: string) => new Blob([Uint8Array.from(text, (sign) => sign.charCodeAt(0))]);

it("knows a picture by its first bytes", async () => {
  for (const [begins, kind] of [
    ["\xFF\xD8\xFF\xE1\x00\x18Exif\0\0", "picture"],
    ["\x89PNG\r\n\x1A\n\0\0\0\x0D", "picture"],
    ["RIFF\x24\0\0\0WEBPVP8 ", "picture"],
    ["\0\0\0\x18ftypheic\0\0\0\0", "heic"],
    ["\0\0\0\x1CftypmifX\0\0\0\0", "other"],
    ["\0\0\0\x1Cftypmif1\0\0\0\0", "heic"],
    ["%PDF-1.7\n", "pdf"],
    ["PK\x03\x04 a renamed spreadsheet", "other"],
    ["RIFF\x24\0\0\0WAVEfmt ", "other"],
    ["<svg xmlns='http://www.w3.org/2000/svg'/>", "other"],
    ["\xFF\xD8", "other"],
    ["", "other"],
  ] as const) {
    expect(await detectPictureKind(createFile(begins)), JSON.stringify(begins)).toBe(kind);
  }
});

it("refuses a file with the server's messages", () => {
  const server = readFileSync(
    new URL("../../../server/platform/src/files/picture.rs", import.meta.url),
    "utf8",
  );
  const said = server.replace(/\\\n\s*/g, "");
  for (const why of Object.values(REFUSED_PICTURE_MESSAGES)) expect(said).toContain(why);
});
