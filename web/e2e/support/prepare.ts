// A data folder with accounts in it, which every server of a run starts with a copy of. So no test solves a captcha,
// waits for an email or hashes a password that is not about those. It is made once for a build of the server and a day:
// what is in it depends on both.
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { request } from "@playwright/test";
import { PASSWORD, registerAccount } from "./account.ts";
import type { Account } from "./accounts.ts";
import { createParties, dayFromToday } from "./seed.ts";
import { getBinaryPath, removeData, startServer } from "./server.ts";

/**
 * Accounts that are only registered, and accounts that have a business and a customer as well: more than the tests of one
 * worker take, of which there are two at least. Each costs two hashes of a password before the first test.
 */
const EMPTY_ACCOUNTS = 150;
const SETTLED_ACCOUNTS = 130;
/** So many are made side by side. */
const MAX_PARALLEL = 8;

/** Makes the folder, if the last run's does not serve again. */
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
  // Servers that start with a copy have sent nothing yet.
  await removeData(join(data, "mail"));
  return accounts;
}
