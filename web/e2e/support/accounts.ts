// The accounts of a run, created beforehand by `prepare.ts`. Each test takes one that no other test has used.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import type { Parties } from "./seed.ts";

export interface Account {
  email: string;
  password: string;
  /** Its session, as the browser stores it. */
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** When that session began, in milliseconds. */
  since: number;
  /** Its business and its customer, if it has them. */
  who: Parties | null;
}

type AccountKind = "empty" | "settled";

/** The folder in which `prepare.ts` has put the data folder and the accounts. */
function getPreparedFolder(): string {
  const folder = process.env.PLUMBLINE_E2E_PREPARED;
  if (!folder) throw new Error("the accounts were not prepared: playwright.config.ts names prepare.ts");
  return folder;
}

/** The data folder that servers copy when they start. */
export const getPreparedData = (): string => join(getPreparedFolder(), "data");

/** The unused accounts of one server. */
export class Accounts {
  readonly #left: Record<AccountKind, Account[]>;

  constructor() {
    this.#left = JSON.parse(readFileSync(join(getPreparedFolder(), "accounts.json"), "utf8"));
  }

  /** Takes an account that no test on this server has used; undefined when there are no more. */
  take(kind: AccountKind): Account | undefined {
    return this.#left[kind].shift();
  }
}
