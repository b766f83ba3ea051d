// A data folder with accounts in it, which every server of a run starts with a copy of. So no test solves a captcha,
// waits for an email or hashes a password that is not about those. It is made once for a build of the server and a day:
// what is in it depends on both.
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { request } from "@playwright/test";
import { PASSWORD, register } from "./account.ts";
import type { Account } from "./accounts.ts";
import { day, settle } from "./seed.ts";
import { binary, removeData, startServer } from "./server.ts";

/**
 * Accounts that are only registered, and accounts that have a business and a customer as well: more than the tests of one
 * worker take, of which there are two at least. Each costs two hashes of a password before the first test.
 */
const EMPTY = 150;
const SETTLED = 130;
/** So many are made side by side. */
const AT_ONCE = 8;

/** Makes the folder, if the last run's does not serve again. */
export default async function prepare(): Promise<void> {
  const out = process.env.PLUMBLINE_OUT ?? join(import.meta.dirname, "../../../target");
  const folder = join(out, "e2e/prepared");
  process.env.PLUMBLINE_E2E_PREPARED = folder;
  const { size, mtimeMs } = await stat(binary());
  const made = JSON.stringify({ size, mtimeMs, day: day(0), EMPTY, SETTLED });
  const last = await readFile(join(folder, "made.json"), "utf8").catch(() => "");
  if (last === made) return;

  const making = `${folder}-${process.pid}`;
  await mkdir(making, { recursive: true });
  const accounts = await makeAccounts(join(making, "data"));
  await writeFile(join(making, "accounts.json"), JSON.stringify(accounts));
  await writeFile(join(making, "made.json"), made);
  await removeData(folder);
  await rename(making, folder);
}

async function makeAccounts(data: string): Promise<{ empty: Account[]; settled: Account[] }> {
  const server = await startServer({ data, keep: true, settings: { PLUMBLINE_CAPTCHA: "off" } });
  const accounts: { empty: Account[]; settled: Account[] } = { empty: [], settled: [] };
  const make = async (email: string, isSettled: boolean) => {
    const context = await request.newContext({ baseURL: server.url });
    const since = Date.now();
    await register(context, server, email);
    const who = isSettled ? await settle({ request: context }) : null;
    const storageState = await context.storageState();
    const account = { email, password: PASSWORD, storageState, since, who };
    accounts[isSettled ? "settled" : "empty"].push(account);
    await context.dispose();
  };
  const emails = [
    ...Array.from({ length: EMPTY }, (_, at) => ({ email: `ada-${at}@example.com`, isSettled: false })),
    ...Array.from({ length: SETTLED }, (_, at) => ({ email: `ada-pipe-${at}@example.com`, isSettled: true })),
  ];
  const next = emails.values();
  const line = async () => {
    for (const { email, isSettled } of next) await make(email, isSettled);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  await server.stop();
  // Servers that start with a copy have sent nothing yet.
  await removeData(join(data, "mail"));
  return accounts;
}
