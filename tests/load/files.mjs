// Files that are small to send and large when they are read.
import { crc32, deflateRawSync, deflateSync } from "node:zlib";

/** A zip with one file in it, compressed. */
export function zipped(name, text) {
  const bytes = Buffer.from(text);
  const packed = deflateRawSync(bytes, { level: 9 });
  const called = Buffer.from(name);
  const about = Buffer.alloc(26);
  about.writeUInt16LE(20, 0);
  about.writeUInt16LE(8, 4);
  about.writeUInt32LE(crc32(bytes), 10);
  about.writeUInt32LE(packed.length, 14);
  about.writeUInt32LE(bytes.length, 18);
  about.writeUInt16LE(called.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), about, called, packed]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), about, Buffer.alloc(14), called]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from("PK\x05\x06"), end]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const ONE_GREY_PIXEL = { width: 1, height: 1, kind: 0, pixels: Buffer.from([0, 128]) };

/** A PNG of 24 megapixels with transparency, all of them the same, which takes 90 KB. */
export function largePng() {
  const [width, height] = [6_000, 4_000];
  return png(0, { width, height, kind: 6, pixels: Buffer.alloc((width * 4 + 1) * height) });
}

/** The beginning of a JPEG with a text in as many parts, of 11 MB. */
export function jpegOfTexts() {
  const part = Buffer.concat([
    Buffer.from([0xff, 0xe1, 0, 80]),
    Buffer.from("http://ns.adobe.com/xmp/extension/\0", "latin1"),
    Buffer.alloc(32, "A"),
    Buffer.alloc(4, 0xff),
    Buffer.alloc(7),
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array(140_000).fill(part), Buffer.from([0xff, 0xd9])]);
}

/** A WebP of one pixel that says it has an orientation of 2 GB. */
export function webp() {
  const part = (name, data) => {
    const head = Buffer.alloc(8);
    head.write(name, "latin1");
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const parts = Buffer.concat([
    Buffer.from("WEBP", "latin1"),
    part("VP8X", Buffer.from([0x08, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    part("VP8L", Buffer.from([0x2f, 0, 0, 0, 0, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xfe, 0x07, 0])),
    Buffer.from("EXIF\xff\xff\xff\x7f", "latin1"),
  ]);
  return part("RIFF", parts);
}

/** A PNG, of one grey pixel by default, with a colour profile of this many bytes, compressed to a thousandth. */
export function png(profile = 0, { width, height, kind, pixels } = ONE_GREY_PIXEL) {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, kind, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const packed = profile ? [chunk("iCCP", Buffer.concat([Buffer.from("p\0\0"), deflateSync(Buffer.alloc(profile))]))] : [];
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    ...packed,
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A black PNG in colour with this width and height, compressed to a thousandth. */
export function picture(width, height) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(height * (1 + 3 * width)))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * A body in chunks of so many bytes, as HTTP sends them. `fetch` would be busy with the 140,000 chunks of 9 MB for
 * seconds, in which a script measures nothing else.
 */
export function inChunks(text, size) {
  const chunks = text.match(new RegExp(`[^]{1,${size}}`, "g"));
  const framed = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  return Buffer.from(`${framed.join("")}0\r\n\r\n`, "latin1");
}
