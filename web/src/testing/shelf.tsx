// What the app has read, as far as a write may change it, and which of it a write has read again. Each hook that writes
// is tried on a full shelf: what is not named in its test stays as it was.
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { createQueryClient } from "../api/query-client";
import { chasingQuery } from "../documents/chasing/queries";
import { documentKeys, documentQueries } from "../documents/queries";
import { accountKeys } from "../entities/accounts/queries";
import { activityKeys } from "../entities/activities/queries";
import { balancesQuery, contactKeys } from "../entities/contacts/queries";
import { itemKeys } from "../entities/items/queries";
import { notificationKeys } from "../entities/notifications/queries";
import { subscriptionQuery } from "../entities/plans/queries";
import { numberingQuery, profileKeys } from "../entities/profiles/queries";
import { templateKeys } from "../entities/quote-templates/queries";
import { passkeysQuery } from "../features/accounts/passkeys/mutations";
import {
  accountQuery,
  devicesQuery,
  exportQuery,
  supportAccessQuery,
} from "../features/accounts/settings/queries";
import { auditQuery, questionQuery, questionsQuery, userQuery, usersQuery } from "../features/admin/queries";
import { contractorsQuery } from "../features/cis/contractor/queries";
import { ledgerQuery } from "../features/cis/queries";
import { statementQuery } from "../features/contacts/queries";
import { dashboardQuery } from "../features/dashboard/queries";
import { expenseKeys, expensesQuery, suppliersQuery } from "../features/expenses/queries";
import { yearQuery } from "../features/income-tax/queries";
import { owedQuery } from "../features/owed/queries";
import { recurringKeys } from "../features/recurring/queries";
import { profitQuery } from "../features/reports/queries";
import { messagesQuery } from "../features/support/queries";
import { businessesQuery, returnQuery } from "../features/vat/queries";
import { clearToast } from "../ui/toast";
import { ADA } from "./basics";
import { answers, type Call, fails, json } from "./network";

/** The ids of what lies there; of most sorts there is another one too. */
export const ON_SHELF = {
  quote: "01900000-0000-7000-8000-000000000001",
  invoice: "01900000-0000-7000-8000-000000000002",
  creditNote: "01900000-0000-7000-8000-000000000003",
  contact: "01900000-0000-7000-8000-000000000004",
  item: "01900000-0000-7000-8000-000000000005",
  profile: "01900000-0000-7000-8000-000000000006",
  template: "01900000-0000-7000-8000-000000000007",
  expense: "01900000-0000-7000-8000-000000000008",
  recurring: "01900000-0000-7000-8000-000000000009",
  question: "01900000-0000-7000-8000-00000000000a",
  user: "01900000-0000-7000-8000-00000000000b",
  other: "01900000-0000-7000-8000-0000000000ff",
} as const;

const { other } = ON_SHELF;
const FILTER = { q: "", status: "", archived: false, from: "", to: "", sort: null } as never;

const list = (...ids: string[]) => ids.map((id) => ({ id }));

/** Each by the name by which a test tells of it: its key, and what was read. */
const SHELF = {
  "the quote": [documentKeys.one("quote", ON_SHELF.quote), { id: ON_SHELF.quote }],
  "the quote's history": [documentKeys.timeline("quote", ON_SHELF.quote), []],
  "the quote's reminders": [chasingQuery("quote", ON_SHELF.quote).queryKey, {}],
  "another quote": [documentKeys.one("quote", other), { id: other }],
  "the quotes": [documentQueries.list("quote", FILTER).queryKey, { pages: [], pageParams: [] }],
  "how many quotes": [documentQueries.counts("quote", FILTER).queryKey, {}],
  "the invoice": [documentKeys.one("invoice", ON_SHELF.invoice), { id: ON_SHELF.invoice }],
  "the invoice's history": [documentKeys.timeline("invoice", ON_SHELF.invoice), []],
  "another invoice": [documentKeys.one("invoice", other), { id: other }],
  "the invoices": [documentQueries.list("invoice", FILTER).queryKey, { pages: [], pageParams: [] }],
  "how many invoices": [documentQueries.counts("invoice", FILTER).queryKey, {}],
  "the credit note": [documentKeys.one("credit_note", ON_SHELF.creditNote), { id: ON_SHELF.creditNote }],
  "the credit note's history": [documentKeys.timeline("credit_note", ON_SHELF.creditNote), []],
  "the credit notes": [documentQueries.list("credit_note", FILTER).queryKey, { pages: [], pageParams: [] }],
  "the dashboard": [dashboardQuery.queryKey, {}],
  "who owes": [owedQuery("oldest").queryKey, {}],
  "the balances": [balancesQuery.queryKey, []],
  "a statement": [statementQuery(ON_SHELF.contact, { from: "", to: "" }).queryKey, {}],
  "the profit": [profitQuery({ from: "", to: "", basis: "cash" } as never).queryKey, {}],
  "the income tax": [yearQuery("2026").queryKey, {}],
  "the VAT businesses": [businessesQuery.queryKey, []],
  "a VAT return": [returnQuery(ON_SHELF.profile, "").queryKey, {}],
  "the CIS ledger": [ledgerQuery("2026").queryKey, {}],
  "the contractors": [contractorsQuery.queryKey, []],
  "the contact": [contactKeys.one(ON_SHELF.contact), { id: ON_SHELF.contact }],
  "another contact": [contactKeys.one(other), { id: other }],
  "the contacts": [contactKeys.all, list(ON_SHELF.contact, other)],
  "the item": [itemKeys.one(ON_SHELF.item), { id: ON_SHELF.item }],
  "the items": [itemKeys.all, list(ON_SHELF.item, other)],
  "the profile": [profileKeys.one(ON_SHELF.profile), { id: ON_SHELF.profile }],
  "the profile's numbers": [numberingQuery(ON_SHELF.profile).queryKey, {}],
  "the profiles": [profileKeys.all, list(ON_SHELF.profile, other)],
  "the templates": [templateKeys.all, list(ON_SHELF.template, other)],
  "the expense": [expenseKeys.one(ON_SHELF.expense), { id: ON_SHELF.expense }],
  "another expense": [expenseKeys.one(other), { id: other }],
  "the expenses": [expensesQuery({} as never).queryKey, { pages: [], pageParams: [] }],
  "the suppliers": [suppliersQuery.queryKey, []],
  "the recurring invoice": [recurringKeys.one(ON_SHELF.recurring), { id: ON_SHELF.recurring }],
  "the recurring invoices": [recurringKeys.list, list(ON_SHELF.recurring, other)],
  "the activities": [[...activityKeys.all, "latest"], []],
  "the notifications": [notificationKeys.list, { pages: [], pageParams: [] }],
  "how many are unread": [notificationKeys.unread, { unread: 1 }],
  "the notification settings": [notificationKeys.settings, {}],
  "the notified devices": [notificationKeys.devices, []],
  "who is signed in": [accountKeys.me, ADA],
  "the account": [accountQuery.queryKey, {}],
  "the account's devices": [devicesQuery.queryKey, []],
  "the passkeys": [passkeysQuery.queryKey, []],
  "whether support may look": [supportAccessQuery.queryKey, { until: null }],
  "the copy of everything": [exportQuery.queryKey, null],
  "the plan": [subscriptionQuery.queryKey, {}],
  "the messages to support": [messagesQuery.queryKey, list(other)],
  "the accounts": [usersQuery({ search: "", standing: "", page: 1 }).queryKey, []],
  "an account": [userQuery(ON_SHELF.user).queryKey, {}],
  "the questions": [questionsQuery({ search: "", status: "", page: 1 }).queryKey, []],
  "a question": [questionQuery(ON_SHELF.question).queryKey, {}],
  "the audit log": [auditQuery({ user: "", page: 1 }).queryKey, []],
} as const satisfies Record<string, readonly [readonly unknown[], unknown]>;

export type Shelved = keyof typeof SHELF;

const NAMES = Object.keys(SHELF) as Shelved[];

const under = (start: string): Shelved[] => NAMES.filter((name) => SHELF[name][0][0] === start);

/** The dashboard, and all that is made of what was sold, spent and paid. */
export const FIGURES = under("/api/dashboard");
export const QUOTES = under("/api/quotes");
export const INVOICES = under("/api/invoices");
export const CREDIT_NOTES = under("/api/credit-notes");
export const OF_ADMIN = under("/api/admin");
export const EVERYTHING = NAMES;

/** What a write does to the shelf. Whatever is named nowhere is left alone. */
interface Change {
  /** Asked for again by whoever shows it. */
  again?: readonly Shelved[];
  /** Holds what the server answered, at once. */
  holds?: readonly Shelved[];
  /** Holds something else than it did: a list that has one more or one less. */
  changes?: Partial<Record<Shelved, unknown>>;
  /** Is there no more. */
  gone?: readonly Shelved[];
}

interface Writing<Said> extends Change {
  call: Call;
  answer?: unknown;
  /** The hook that writes. */
  by: () => { mutateAsync: (said: Said) => Promise<unknown> };
  /** What it is told. */
  with: NoInfer<Said>;
  /** What it does where the server refuses; nothing unless said. */
  refused?: Change;
}

function fill(): QueryClient {
  const client = createQueryClient();
  for (const name of NAMES) client.setQueryData(SHELF[name][0], SHELF[name][1]);
  return client;
}

/** What became of all that lay there. */
function lookAt(client: QueryClient, answer: unknown): Required<Change> {
  const found = { again: [] as Shelved[], holds: [] as Shelved[], changes: {}, gone: [] as Shelved[] };
  for (const name of NAMES) {
    const [key, read] = SHELF[name];
    const state = client.getQueryState(key);
    if (!state) {
      found.gone.push(name);
      continue;
    }
    if (state.isInvalidated) found.again.push(name);
    const now = state.data;
    if (answer !== undefined && same(now, answer)) found.holds.push(name);
    else if (!same(now, read)) Object.assign(found.changes, { [name]: now });
  }
  return found;
}

const same = (one: unknown, two: unknown) => JSON.stringify(one) === JSON.stringify(two);

const inOrder = (names: readonly Shelved[] = []) => NAMES.filter((name) => names.includes(name));

const asked = ({ again, holds, changes = {}, gone }: Change): Required<Change> => ({
  again: inOrder(again),
  holds: inOrder(holds),
  changes,
  gone: inOrder(gone),
});

/** Asks of each write that what it changes is shown anew, and nothing else is asked for. */
export function describeWrites(name: string, writes: Record<string, Writing<never>>): void {
  afterEach(() => {
    cleanup();
    clearToast();
    localStorage.clear();
  });

  const write = async ({ by, with: said }: Writing<never>) => {
    const client = fill();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const { result } = renderHook(by, { wrapper });
    let ended = "done";
    await act(async () => {
      await result.current.mutateAsync(said).catch(() => {
        ended = "refused";
      });
      // What is asked for beside the write, once it is done.
      await new Promise((resolve) => setTimeout(resolve));
    });
    return { client, ended };
  };

  describe(name, () => {
    it.each(Object.entries(writes))("is shown anew once %s", async (_, of) => {
      const sent = answers(of.call, of.answer as never);
      const { client, ended } = await write(of);
      expect(ended).toBe("done");
      expect(sent).toHaveLength(1);
      expect(lookAt(client, of.answer)).toEqual(asked(of));
      client.clear();
    });

    it.each(Object.entries(writes))("stays as it was where the server refuses: %s", async (_, of) => {
      fails(of.call, json(409, { message: "It has just changed." }));
      const { client, ended } = await write(of);
      expect(ended).toBe("refused");
      expect(lookAt(client, undefined)).toEqual(asked(of.refused ?? {}));
      client.clear();
    });
  });
}

/** One of them, whose hook and words belong together. */
export const writing = <Said,>(of: Writing<Said>) => of as unknown as Writing<never>;
