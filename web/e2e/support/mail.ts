// The emails that the server, without an SMTP server, writes to data/mail.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Server } from "./server.ts";
import { waitFor } from "./wait.ts";

/** Waits for an email to this address whose text matches `pattern`, newest first; resolves to the match. */
export function waitForMail(
  server: Pick<Server, "data">,
  address: string,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  // Not the end of a longer address.
  const wholeAddress = new RegExp(`(?<![\\w.+-])${address.replace(/[.+]/g, "\\$&")}`, "i");
  return waitFor(`an email to ${address} with ${pattern}`, async () => {
    for (const file of await listNewestFirst(server)) {
      const message = await readMessage(file);
      const found = pattern.exec(message);
      if (found && wholeAddress.test(message)) return found;
    }
    return undefined;
  });
}

/** Every email so far, newest first, decoded. */
export async function readMails(server: Pick<Server, "data">): Promise<string[]> {
  return Promise.all((await listNewestFirst(server)).map(readMessage));
}

/** The emails read before: an email never changes, and waiting for one reads all others. */
const readBefore = new Map<string, string>();

/** The decoded email in this file. */
async function readMessage(file: string): Promise<string> {
  const before = readBefore.get(file);
  if (before !== undefined) return before;
  const message = decodeMessage(await readFile(file, "utf8"));
  readBefore.set(file, message);
  return message;
}

async function listNewestFirst(server: Pick<Server, "data">): Promise<string[]> {
  const folder = join(server.data, "mail");
  const names = await readdir(folder).catch(() => []);
  // Their names begin with the time. Reading each file's own time takes longer with each email of a run.
  return names
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** Decodes the transfer encoding of each part of an email. */
function decodeMessage(message: string): string {
  return message
    .split(/\r?\n--[^\r\n]+\r?\n/)
    .map(decodePart)
    .join("\n");
}

function decodePart(part: string): string {
  const [head = "", ...rest] = part.split(/\r?\n\r?\n/);
  const body = rest.join("\n\n");
  const encoding = /content-transfer-encoding:\s*(\S+)/i.exec(head)?.[1]?.toLowerCase();
  if (encoding === "base64") return `${head}\n\n${Buffer.from(body, "base64").toString("utf8")}`;
  if (encoding === "quoted-printable") return `${head}\n\n${decodeQuotedPrintable(body)}`;
  return part;
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
