// The messages that the server, having no SMTP server, writes to data/mail.
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "./wait.mjs";

/** The newest message to this address whose text holds `pattern`; answers with the match. */
export function mailed(server, address, pattern) {
  // Not the end of a longer one.
  const whole = new RegExp(`(?<![\\w.+-])${address.replace(/[.+]/g, "\\$&")}`, "i");
  return eventually(`a mail to ${address} with ${pattern}`, async () => {
    for (const message of await mails(server)) {
      const found = pattern.exec(message);
      if (found && whole.test(message)) return found;
    }
    return undefined;
  });
}

/** Every message so far, the newest first, as it reads. */
export async function mails(server) {
  const folder = join(server.data, "mail");
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .map(async (name) => ({ file: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  files.sort((a, b) => b.at - a.at);
  const texts = await Promise.all(files.map(({ file }) => readFile(file, "utf8")));
  return texts.map(readable);
}

/** The message with every part's transfer encoding undone. */
function readable(message) {
  const parts = message.split(/\r?\n--[^\r\n]+\r?\n/);
  return parts.map(decodePart).join("\n");
}

function decodePart(part) {
  const [head, ...rest] = part.split(/\r?\n\r?\n/);
  const body = rest.join("\n\n");
  const encoding = /content-transfer-encoding:\s*(\S+)/i.exec(head)?.[1]?.toLowerCase();
  if (encoding === "base64") return `${head}\n\n${Buffer.from(body, "base64").toString("utf8")}`;
  if (encoding === "quoted-printable") return `${head}\n\n${quotedPrintable(body)}`;
  return part;
}

function quotedPrintable(text) {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
