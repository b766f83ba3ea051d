// The messages that the server, having no SMTP server, writes to data/mail.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Server } from "./server.ts";
import { eventually } from "./wait.ts";

/** Waits for a message to this address whose text holds `pattern`, the newest first; answers with the match. */
export function mailed(
  server: Pick<Server, "data">,
  address: string,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  // Not the end of a longer one.
  const whole = new RegExp(`(?<![\\w.+-])${address.replace(/[.+]/g, "\\$&")}`, "i");
  return eventually(`an email to ${address} with ${pattern}`, async () => {
    for (const file of await newestFirst(server)) {
      const message = await text(file);
      const found = pattern.exec(message);
      if (found && whole.test(message)) return found;
    }
    return undefined;
  });
}

/** Every message so far, the newest first, as it reads. */
export async function mails(server: Pick<Server, "data">): Promise<string[]> {
  return Promise.all((await newestFirst(server)).map(text));
}

/** The messages that were read before: a mail never changes, and while one is waited for all others are looked at. */
const known = new Map<string, string>();

/** The message in this file, as it reads. */
async function text(file: string): Promise<string> {
  const before = known.get(file);
  if (before !== undefined) return before;
  const message = readable(await readFile(file, "utf8"));
  known.set(file, message);
  return message;
}

async function newestFirst(server: Pick<Server, "data">): Promise<string[]> {
  const folder = join(server.data, "mail");
  const names = await readdir(folder).catch(() => []);
  // Their names begin with the time. To ask each file for its own takes longer with each mail of a run.
  return names
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** The message with every part's transfer encoding undone. */
function readable(message: string): string {
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
  if (encoding === "quoted-printable") return `${head}\n\n${quotedPrintable(body)}`;
  return part;
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
