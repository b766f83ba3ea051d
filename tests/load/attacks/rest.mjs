// What is stored on the disk and in the log.
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { PASSWORD } from "../../../web/e2e/support/account.ts";
import { waitForMail } from "../../../web/e2e/support/mail.ts";
import { removeData, startServer } from "../../../web/e2e/support/server.ts";
import { Client, somewhere } from "../client.mjs";
import { checkEqual } from "../report.mjs";

const NOBODY = "smtp://127.0.0.1:9";
const WORDS = ["Zephyrine Quill", "Fettle the sluice"];

/**
 * An account whose email was not delivered is deleted; the files are searched while the server runs and after a stop.
 */
export async function deletion() {
  const settings = { PLUMBLINE_TRUSTED_PROXIES: "1" };
  const first = await startServer({ settings, keep: true });
  const person = await new Client(first, somewhere(7)).settle("leaver@example.com");
  await first.stop();
  // From now on no server accepts its emails.
  const server = await startServer({ settings: { ...settings, SMTP_URL: NOBODY }, data: first.data, keep: true });
  person.server = server;
  person.contact = await person.post("/api/contacts", { name: WORDS[0], email: "quill@example.com" });
  const quote = await person.post("/api/quotes", { ...person.quote(), jobDescription: WORDS[1] });
  await person.post(`/api/quotes/${quote.id}/send`, { via: "email", to: "quill@example.com" });
  const before = await holding(server.data);
  const gone = await person.ask("DELETE", "/api/account", { body: { currentPassword: PASSWORD } });
  const running = await holding(server.data);
  await server.stop();
  const stopped = await holding(server.data);
  await removeData(server.data);
  return [
    checkEqual("files that contain the texts before", before > 0, true),
    checkEqual("status of the deletion", gone.status, 204),
    checkEqual("files that contain them while the server runs", running, 0),
    checkEqual("files that contain them after a stop", stopped, 0),
  ];
}

/** How many of the database's files contain one of the words, in upper or lower case. */
async function holding(folder) {
  let count = 0;
  for (const name of await readdir(folder)) {
    if (!name.startsWith("plumbline.db")) continue;
    const text = (await readFile(join(folder, name))).toString("latin1").toLowerCase();
    if (WORDS.some((word) => text.includes(word.toLowerCase()))) count += 1;
  }
  return count;
}

/** The permissions of the data folder, and the log of a server that people reach by https. */
export async function atRest() {
  const settings = { PLUMBLINE_TRUSTED_PROXIES: "1", PLUMBLINE_PUBLIC_URL: "https://quotes.example" };
  const server = await startServer({ settings });
  try {
    const email = "sam@example.com";
    const person = new Client(server, somewhere(8));
    await person.checked("/api/auth/register", { name: "Sam", email, password: PASSWORD });
    const [, code] = await waitForMail(server, email, /(\d{6}) is your Plumbline verification code/);
    await person.post("/api/auth/verify-email", { email, code });
    await person.checked("/api/auth/forgot-password", { email });
    const [, token] = await waitForMail(server, email, /reset-password\?token=([\w-]+)/);
    const ready = await person.ask("GET", "/readyz");
    return [
      checkEqual("files and folders that others may open", await open(server.data), 0),
      checkEqual(
        "codes and links in the log",
        [code, token].filter((secret) => server.log().includes(secret)).length,
        0,
      ),
      checkEqual("log lines that say that no email is sent", server.log().split("SMTP_URL is not set").length - 1, 1),
      checkEqual("/readyz says that no email is sent", /smtp|mail/i.test(ready.text), true),
    ];
  } finally {
    await server.stop();
  }
}

async function open(path) {
  const about = await stat(path);
  const ours = about.isDirectory() ? 0o700 : 0o600;
  const inside = about.isDirectory() ? await readdir(path) : [];
  const counts = await Promise.all(inside.map((name) => open(join(path, name))));
  return counts.reduce((sum, count) => sum + count, (about.mode & 0o777) === ours ? 0 : 1);
}
