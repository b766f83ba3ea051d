// Every query that a write may change, and which of them a write refetches. Each mutation hook is tested with
// all of them in the cache: a query that its test doesn't name must remain unchanged.
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { createQueryClient } from "../api/query-client";
import { chasingQuery } from "../documents/chasing/queries";
import { documentKeys, documentQueries } from "../documents/queries";
import { accountKeys, accountQuery } from "../entities/accounts/queries";
import { activityKeys } from "../entities/activities/queries";
import { balancesQuery, contactKeys } from "../entities/contacts/queries";
import { itemKeys } from "../entities/items/queries";
import { notificationKeys } from "../entities/notifications/queries";
import { subscriptionQuery } from "../entities/plans/usePlan";
import { numberingQuery, profileKeys } from "../entities/profiles/queries";
import { templateKeys } from "../entities/quote-templates/queries";
import { taxYearQuery } from "../entities/trades/queries";
import { passkeysQuery } from "../features/accounts/passkeys/passkeys";
import { devicesQuery, exportQuery, supportAccessQuery } from "../features/accounts/settings/queries";
import { auditQuery, questionQuery, questionsQuery, userQuery, usersQuery } from "../features/admin/queries";
import { contractorsQuery } from "../features/cis/contractor/queries";
import { ledgerQuery } from "../features/cis/queries";
import { statementQuery } from "../features/contacts/queries";
import { dashboardQuery } from "../features/dashboard/queries";
import { expenseKeys, expensesQuery, suppliersQuery } from "../features/expenses/queries";
import { owedQuery } from "../features/owed/debts";
import { recurringKeys } from "../features/recurring/queries";
import { profitQuery } from "../features/reports/queries";
import { supportMessagesQuery } from "../features/support/queries";
import { vatBusinessesQuery, vatReturnQuery } from "../features/vat/queries";
import { clearToast } from "../ui/toast";
import { ADA } from "./fixtures";
import { type ApiCall, mockFault, mockResponse, respondJson } from "./network";

/** The ids in the cached responses; most lists contain a second entry, with the id `other`. */
export const IDS = {
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

const { other } = IDS;
const FILTER = { q: "", status: "", archived: false, from: "", to: "", sort: null } as never;

const createRows = (...ids: string[]) => ids.map((id) => ({ id }));

/** Each query by its name in the tests: its key and its cached response. */
const QUERIES = {
  "the quote": [documentKeys.one("quote", IDS.quote), { id: IDS.quote }],
  "the quote's history": [documentKeys.timeline("quote", IDS.quote), []],
  "the quote's reminders": [chasingQuery("quote", IDS.quote).queryKey, {}],
  "another quote": [documentKeys.one("quote", other), { id: other }],
  "the quotes": [documentQueries.list("quote", FILTER).queryKey, { pages: [], pageParams: [] }],
  "how many quotes": [documentQueries.counts("quote", FILTER).queryKey, {}],
  "the invoice": [documentKeys.one("invoice", IDS.invoice), { id: IDS.invoice }],
  "the invoice's history": [documentKeys.timeline("invoice", IDS.invoice), []],
  "another invoice": [documentKeys.one("invoice", other), { id: other }],
  "the invoices": [documentQueries.list("invoice", FILTER).queryKey, { pages: [], pageParams: [] }],
  "how many invoices": [documentQueries.counts("invoice", FILTER).queryKey, {}],
  "the credit note": [documentKeys.one("credit_note", IDS.creditNote), { id: IDS.creditNote }],
  "the credit note's history": [documentKeys.timeline("credit_note", IDS.creditNote), []],
  "the credit notes": [documentQueries.list("credit_note", FILTER).queryKey, { pages: [], pageParams: [] }],
  "the dashboard": [dashboardQuery.queryKey, {}],
  "who owes": [owedQuery("oldest").queryKey, {}],
  "the balances": [balancesQuery.queryKey, []],
  "a statement": [statementQuery(IDS.contact, { from: "", to: "" }).queryKey, {}],
  "the profit": [profitQuery({ from: "", to: "", basis: "cash" } as never).queryKey, {}],
  "the income tax": [taxYearQuery("2026").queryKey, {}],
  "the VAT businesses": [vatBusinessesQuery.queryKey, []],
  "a VAT return": [vatReturnQuery(IDS.profile, "").queryKey, {}],
  "the CIS ledger": [ledgerQuery("2026").queryKey, {}],
  "the contractors": [contractorsQuery.queryKey, []],
  "the contact": [contactKeys.one(IDS.contact), { id: IDS.contact }],
  "another contact": [contactKeys.one(other), { id: other }],
  "the contacts": [contactKeys.all, createRows(IDS.contact, other)],
  "the item": [itemKeys.one(IDS.item), { id: IDS.item }],
  "the items": [itemKeys.all, createRows(IDS.item, other)],
  "the profile": [profileKeys.one(IDS.profile), { id: IDS.profile }],
  "the profile's numbers": [numberingQuery(IDS.profile).queryKey, {}],
  "the profiles": [profileKeys.all, createRows(IDS.profile, other)],
  "the templates": [templateKeys.all, createRows(IDS.template, other)],
  "the expense": [expenseKeys.one(IDS.expense), { id: IDS.expense }],
  "another expense": [expenseKeys.one(other), { id: other }],
  "the expenses": [expensesQuery({} as never).queryKey, { pages: [], pageParams: [] }],
  "the suppliers": [suppliersQuery.queryKey, []],
  "the recurring invoice": [recurringKeys.one(IDS.recurring), { id: IDS.recurring }],
  "the recurring invoices": [recurringKeys.list, createRows(IDS.recurring, other)],
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
  "the messages to support": [supportMessagesQuery.queryKey, createRows(other)],
  "the accounts": [usersQuery({ search: "", standing: "", page: 1 }).queryKey, []],
  "an account": [userQuery(IDS.user).queryKey, {}],
  "the questions": [questionsQuery({ search: "", status: "", page: 1 }).queryKey, []],
  "a question": [questionQuery(IDS.question).queryKey, {}],
  "the audit log": [auditQuery({ user: "", page: 1 }).queryKey, []],
} as const satisfies Record<string, readonly [readonly unknown[], unknown]>;

export type QueryName = keyof typeof QUERIES;

const NAMES = Object.keys(QUERIES) as QueryName[];

const listNamesUnder = (start: string): QueryName[] => NAMES.filter((name) => QUERIES[name][0][0] === start);

/** The dashboard, and everything calculated from sales, expenses and payments. */
export const DASHBOARD_QUERIES = listNamesUnder("/api/dashboard");
export const QUOTE_QUERIES = listNamesUnder("/api/quotes");
export const INVOICE_QUERIES = listNamesUnder("/api/invoices");
export const CREDIT_NOTE_QUERIES = listNamesUnder("/api/credit-notes");
export const ADMIN_QUERIES = listNamesUnder("/api/admin");
export const ALL_QUERIES = NAMES;

/** What a write changes in the cache. A query that isn't listed remains unchanged. */
interface CacheChange {
  /** Invalidated, so that a screen which displays it requests it again. */
  refetched?: readonly QueryName[];
  /** Set to the server's response. */
  updated?: readonly QueryName[];
  /** Set to another value: a list with one entry more or fewer. */
  changes?: Partial<Record<QueryName, unknown>>;
  /** Removed from the cache. */
  removed?: readonly QueryName[];
}

interface MutationSpec<Variables> extends CacheChange {
  call: ApiCall;
  answer?: unknown;
  /** The mutation hook. */
  hook: () => { mutateAsync: (variables: Variables) => Promise<unknown> };
  /** The hook's variables. */
  variables: NoInfer<Variables>;
  /** What the hook changes if the server refuses; nothing by default. */
  refused?: CacheChange;
}

function createFilledClient(): QueryClient {
  const client = createQueryClient();
  for (const name of NAMES) client.setQueryData(QUERIES[name][0], QUERIES[name][1]);
  return client;
}

/** The differences between the cache and what `createFilledClient` put there. */
function findCacheChanges(client: QueryClient, answer: unknown): Required<CacheChange> {
  const found = {
    refetched: [] as QueryName[],
    updated: [] as QueryName[],
    changes: {},
    removed: [] as QueryName[],
  };
  for (const name of NAMES) {
    const [key, read] = QUERIES[name];
    const state = client.getQueryState(key);
    if (!state) {
      found.removed.push(name);
      continue;
    }
    if (state.isInvalidated) found.refetched.push(name);
    const now = state.data;
    if (answer !== undefined && isSameJson(now, answer)) found.updated.push(name);
    else if (!isSameJson(now, read)) Object.assign(found.changes, { [name]: now });
  }
  return found;
}

const isSameJson = (one: unknown, two: unknown) => JSON.stringify(one) === JSON.stringify(two);

const sortNames = (names: readonly QueryName[] = []) => NAMES.filter((name) => names.includes(name));

const normalizeChange = ({
  refetched,
  updated,
  changes = {},
  removed,
}: CacheChange): Required<CacheChange> => ({
  refetched: sortNames(refetched),
  updated: sortNames(updated),
  changes,
  removed: sortNames(removed),
});

/** Checks that each write refetches the queries that it changes, and no others. */
export function describeMutations(name: string, writes: Record<string, MutationSpec<never>>): void {
  afterEach(() => {
    cleanup();
    clearToast();
    localStorage.clear();
  });

  const runMutation = async ({ hook, variables }: MutationSpec<never>) => {
    const client = createFilledClient();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const { result } = renderHook(hook, { wrapper });
    let ended = "done";
    await act(async () => {
      await result.current.mutateAsync(variables).catch(() => {
        ended = "refused";
      });
      // Lets the requests that follow the write begin.
      await new Promise((resolve) => setTimeout(resolve));
    });
    return { client, ended };
  };

  describe(name, () => {
    it.each(Object.entries(writes))("refetches what it changes once %s", async (_, spec) => {
      const sent = mockResponse(spec.call, spec.answer as never);
      const { client, ended } = await runMutation(spec);
      expect(ended).toBe("done");
      expect(sent).toHaveLength(1);
      expect(findCacheChanges(client, spec.answer)).toEqual(normalizeChange(spec));
      client.clear();
    });

    it.each(Object.entries(writes))("changes nothing else if the server refuses: %s", async (_, spec) => {
      mockFault(spec.call, respondJson(409, { message: "It has just changed." }));
      const { client, ended } = await runMutation(spec);
      expect(ended).toBe("refused");
      expect(findCacheChanges(client, undefined)).toEqual(normalizeChange(spec.refused ?? {}));
      client.clear();
    });
  });
}

/** One write; ties the type of `variables` to the hook. */
export const defineMutation = <Variables,>(spec: MutationSpec<Variables>) =>
  spec as unknown as MutationSpec<never>;
