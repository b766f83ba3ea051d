// A data folder with accounts, which every server in a run copies when it starts, so that only tests about
// these things solve a captcha, wait for an email or hash a password. It is created once for each build of
// the server and each day, as its content depends on both.
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { request } from "@playwright/test";
import { PASSWORD, registerAccount } from "./account.ts";
import type { Account } from "./accounts.ts";
import { createParties, dayFromToday } from "./seed.ts";
import { getBinaryPath, removeData, startServer } from "./server.ts";

/**
 * Accounts that are only registered, and accounts with a business and a customer: more than the tests of one
 * worker need, of which there are at least two. Each costs two password hashes before the first test.
 */
const EMPTY_ACCOUNTS = 150;
const SETTLED_ACCOUNTS = 130;
/** How many accounts are created in parallel. */
const MAX_PARALLEL = 8;

/** Creates the folder, unless the last run's can be used again. */
export default async function prepare(): Promise<void> {
  const out = process.env.PLUMBLINE_OUT ?? join(import.meta.dirname, "../../../target");
  const folder = join(out, "e2e/prepared");
  process.env.PLUMBLINE_E2E_PREPARED = folder;
  const { size, mtimeMs } = await stat(getBinaryPath());
  const made = JSON.stringify({ size, mtimeMs, day: dayFromToday(0), EMPTY_ACCOUNTS, SETTLED_ACCOUNTS });
  const last = await readFile(join(folder, "made.json"), "utf8").catch(() => "");
  if (last === made) return;

  const temporaryFolder = `${folder}-${process.pid}`;
  await mkdir(temporaryFolder, { recursive: true });
  const accounts = await makeAccounts(join(temporaryFolder, "data"));
  await writeFile(join(temporaryFolder, "accounts.json"), JSON.stringify(accounts));
  await writeFile(join(temporaryFolder, "made.json"), made);
  await removeData(folder);
  await rename(temporaryFolder, folder);
}

async function makeAccounts(data: string): Promise<{ empty: Account[]; settled: Account[] }> {
  const server = await startServer({ data, keep: true, settings: { PLUMBLINE_CAPTCHA: "off" } });
  const accounts: { empty: Account[]; settled: Account[] } = { empty: [], settled: [] };
  const makeAccount = async (email: string, isSettled: boolean) => {
    const context = await request.newContext({ baseURL: server.url });
    const since = Date.now();
    await registerAccount(context, server, email);
    const who = isSettled ? await createParties({ request: context }) : null;
    const storageState = await context.storageState();
    const account = { email, password: PASSWORD, storageState, since, who };
    accounts[isSettled ? "settled" : "empty"].push(account);
    await context.dispose();
  };
  const emails = [
    ...Array.from({ length: EMPTY_ACCOUNTS }, (_, at) => ({
      email: `ada-${at}@example.com`,
      isSettled: false,
    })),
    ...Array.from({ length: SETTLED_ACCOUNTS }, (_, at) => ({
      email: `ada-pipe-${at}@example.com`,
      isSettled: true,
    })),
  ];
  const next = emails.values();
  const makeNext = async () => {
    for (const { email, isSettled } of next) await makeAccount(email, isSettled);
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, makeNext));
  await server.stop();
  // Servers that start from a copy have not sent any email yet.
  await removeData(join(data, "mail"));
  return accounts;
}
