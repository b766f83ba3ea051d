// The accounts of a run, made beforehand by `prepare.ts`. Each test takes one that no other test has used.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import type { Parties } from "./seed.ts";

export interface Account {
  email: string;
  password: string;
  /** Its session, as the browser holds it. */
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** When that session began, in milliseconds. */
  since: number;
  /** Its business and its customer, where it has them. */
  who: Parties | null;
}

type AccountKind = "empty" | "settled";

/** Where `prepare.ts` has put the data folder and the accounts. */
function getPreparedFolder(): string {
  const folder = process.env.PLUMBLINE_E2E_PREPARED;
  if (!folder) throw new Error("the accounts were not prepared: playwright.config.ts names prepare.ts");
  return folder;
}

/** The data folder that servers start with a copy of. */
export const getPreparedData = (): string => join(getPreparedFolder(), "data");

/** The accounts of one server that nobody has taken yet. */
export class Accounts {
  readonly #left: Record<AccountKind, Account[]>;

  constructor() {
    this.#left = JSON.parse(readFileSync(join(getPreparedFolder(), "accounts.json"), "utf8"));
  }

  /** An account that no test of this server has used; undefined when they are used up. */
  take(kind: AccountKind): Account | undefined {
    return this.#left[kind].shift();
  }
}
