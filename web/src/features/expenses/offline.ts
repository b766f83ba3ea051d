import { ApiError } from "../../api/errors";
import type { Expense } from "../../api/generated/Expense";
import type { ExpenseInput } from "../../api/generated/ExpenseInput";
import type { ExpenseList } from "../../api/generated/ExpenseList";
import type { ExpenseListRequest } from "../../api/generated/ExpenseListRequest";
import type { ExpenseSummary } from "../../api/generated/ExpenseSummary";
import type { ListedExpenses } from "../../api/generated/ListedExpenses";
import type { ReadRequest, WriteRequest } from "../../api/requests";
import {
  cacheEntity,
  cacheListRows,
  loadCachedEntity,
  loadCachedRows,
} from "../../offline/cache/cache-store";
import { registerOverlay, registerPathCache } from "../../offline/cache/cached-reads";
import { buildSearchWords, matchesSearch, paginate } from "../../offline/cache/search";
import {
  applyWaitingChanges,
  createRefusal,
  listWaitingChanges,
  loadBase,
} from "../../offline/waiting/collection";
import { registerOfflineMutations } from "../../offline/waiting/offline-mutations";
import { calculateExpensePreview, loadExpenseRules } from "../../rules/expenses";
import { isRefusal, loadRules, type Rules } from "../../rules/rules";
import { toSortKey } from "../../ui/fold-text";
import { findCategory, getExpenseName } from "./expense";

const SORT = "expense";
const ALL = "/api/expenses";
const ONE = "/api/expenses/{id}";
const RECEIPTS = "/api/expenses/receipts";

/** Registers the offline versions of the writes and reads of expenses and their photos. */
export function registerExpensesOffline(): void {
  registerOfflineMutations(
    {
      method: "POST",
      path: RECEIPTS,
      thing: (write) => ({ sort: "receipt", id: String((write.body as FormData).get("id")) }),
      label: () => "Photo of a receipt",
      respond: (write) => {
        const id = write.body instanceof FormData ? String(write.body.get("id")) : "";
        return { id, url: `${RECEIPTS}/${id}` };
      },
    },
    {
      method: "POST",
      path: ALL,
      thing: (write) => ({ sort: SORT, id: getExpenseId(write) }),
      label: (write) => `New expense: ${getExpenseName(getExpenseInput(write))}`,
      respond: (write, _base, at) =>
        buildExpense(getExpenseId(write), getExpenseInput(write), { version: 1, at }),
    },
    {
      method: "PUT",
      path: ONE,
      thing: (write) => ({ sort: SORT, id: getExpenseId(write) }),
      label: (write) => `Changed expense: ${getExpenseName(getExpenseInput(write))}`,
      base: (_account, write) => loadBase(ONE, write),
      respond: (write, base, at) => {
        const { version } = write.body as { version: number };
        return buildExpense(getExpenseId(write), getExpenseInput(write), {
          version: version + 1,
          at,
          base: base as Expense | undefined,
        });
      },
    },
  );
  registerPathCache(ONE, {
    save: (account, _read, data) => cacheExpense(account, data as Expense),
    find: (account, { params }) => loadCachedEntity(account, SORT, params?.id ?? ""),
  });
  registerOverlay(ONE, async (account, { params }, data) => {
    const waiting = (await listWaitingChanges(account, SORT)).filter(({ thing }) => thing.id === params?.id);
    return (await applyWaitingChanges(data === undefined ? [] : [data as Expense], waiting))[0];
  });
  registerPathCache(ALL, {
    save: (account, _read, data) => cacheRows(account, (data as ExpenseList).data),
    find: async (account, { query = {} }) => ({
      data: await listCachedExpenses(account, query),
      at: Date.now(),
    }),
  });
  registerOverlay(ALL, (account, read, data) =>
    mergeWaitingRows(account, read, data as ExpenseList | undefined),
  );
}

const getExpenseId = ({ params, body }: Pick<WriteRequest, "params" | "body">) =>
  params?.id ?? String((body as { id: string }).id);
const getExpenseInput = ({ body }: Pick<WriteRequest, "body">) => body as ExpenseInput;

/** Builds an expense as the server would return it. Throws where the server would refuse it. */
async function buildExpense(
  id: string,
  input: ExpenseInput,
  { version, at, base }: { version: number; at: number; base?: Expense },
): Promise<Expense> {
  if (!input.date) throw createRefusal("date", "Please enter the date.");
  const { date, supplier, description, category, contactId, job, mileage, repeat, repeatUntil, receipts } =
    input;
  return {
    repeatNext: null,
    repeatOf: null,
    fromBank: false,
    createdAt: at,
    ...base,
    ...(await calculateExpense(id, input)),
    id,
    version,
    date,
    supplier,
    description,
    category,
    contactId,
    job,
    mileage,
    repeat,
    repeatUntil,
    receipts,
    vatRate: input.vatRate,
    // Input from an older version of the app doesn't have these fields.
    vatKind: input.vatKind ?? "usual",
    goodsOrService: input.goodsOrService ?? base?.goodsOrService ?? "notSaid",
    privateShare: input.privateShare ?? "",
    vehicleCost: input.vehicleCost ?? false,
    businessProfileId: input.businessProfileId ?? null,
    updatedAt: at,
  };
}

function toSummary(expense: Expense): ExpenseSummary {
  const { id, date, supplier, description, category, amount, vatAmount, job, mileage } = expense;
  return {
    id,
    date,
    supplier,
    description,
    category,
    amount,
    vatAmount,
    job,
    mileage,
    repeats: expense.repeat !== "never",
    receiptCount: expense.receipts.length,
  };
}

const toCachedRow = (row: ExpenseSummary) => ({
  id: row.id,
  row,
  words: buildSearchWords([
    row.supplier,
    row.description,
    row.job,
    findCategory(row.category).name,
    row.amount,
  ]),
});

async function cacheExpense(account: string, expense: Expense): Promise<void> {
  await cacheEntity(account, SORT, { id: expense.id, data: expense });
  await cacheRows(account, [toSummary(expense)]);
}

const cacheRows = (account: string, rows: readonly ExpenseSummary[]) =>
  cacheListRows(account, SORT, rows.map(toCachedRow));

/** The expenses with waiting changes, as they are on this device. */
async function loadWaitingExpenses(account: string): Promise<Expense[]> {
  return applyWaitingChanges<Expense>([], await listWaitingChanges(account, SORT));
}

async function listCachedExpenses(account: string, query: Record<string, unknown>): Promise<ExpenseList> {
  const rules = await loadRules();
  const cachedRows = (await loadCachedRows(account, SORT)).map(({ row, words }) => ({
    row: row as ExpenseSummary,
    words,
  }));
  const rows = new Map(cachedRows.map((one) => [one.row.id, one]));
  for (const expense of await loadWaitingExpenses(account))
    rows.set(expense.id, toCachedRow(toSummary(expense)));
  const { found, ...sums } = queryCachedRows(rules, [...rows.values()], query);
  return { ...paginate(found, query), total: found.length, ...sums };
}

/**
 * The rows of a list in its order, and their sum: core calculates them from what is cached, as the server
 * does.
 */
function queryCachedRows(
  rules: Pick<Rules, "listExpenses">,
  cachedRows: readonly { row: ExpenseSummary; words: string }[],
  query: Record<string, unknown>,
): { found: ExpenseSummary[] } & Pick<ExpenseList, "totalAmount" | "totalVat"> {
  const getParam = (name: string) => String(query[name] ?? "");
  const rows = cachedRows.filter(({ words }) => matchesSearch(words, getParam("q"))).map(({ row }) => row);
  const request: ExpenseListRequest = {
    category: getParam("category"),
    receipt: getParam("receipt"),
    from: getParam("from"),
    to: getParam("to"),
    sort: getParam("sort"),
    rows: rows.map((row) => ({
      id: row.id,
      date: row.date,
      supplierKey: toSortKey(row.supplier),
      category: row.category,
      amount: row.amount,
      vatAmount: row.vatAmount,
      receipts: row.receiptCount,
      isJourney: Boolean(row.mileage),
    })),
  };
  const { ids, ...sums } = JSON.parse(rules.listExpenses(JSON.stringify(request))) as ListedExpenses;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { found: ids.flatMap((id) => byId.get(id) ?? []), ...sums };
}

/** A page from the server with the waiting changes applied: new expenses come first, on the first page. */
async function mergeWaitingRows(
  account: string,
  { query = {} }: ReadRequest,
  page: ExpenseList | undefined,
): Promise<ExpenseList | undefined> {
  if (!page) return undefined;
  const waitingRows = new Map(
    (await loadWaitingExpenses(account)).map((expense) => [expense.id, toSummary(expense)]),
  );
  if (waitingRows.size === 0 || page.nextCursor?.startsWith("held-")) return page;
  const data = page.data.map((row) => waitingRows.get(row.id) ?? row);
  const isNew = ({ id }: ExpenseSummary) => !page.data.some((row) => row.id === id);
  const rules = await loadRules();
  const isFirst = !query.cursor;
  const newRows = isFirst ? [...waitingRows.values()].filter(isNew).map(toCachedRow) : [];
  const { found: more, ...sums } = queryCachedRows(rules, newRows, query);
  return {
    ...page,
    data: [...more, ...data],
    total: page.total + more.length,
    totalAmount: rules.sumPounds([page.totalAmount, sums.totalAmount]),
    totalVat: rules.sumPounds([page.totalVat, sums.totalVat]),
  };
}

type ExpenseAmounts = Pick<Expense, "amount" | "vatAmount" | "vatReckoned">;

/**
 * The amounts of an expense, by the same function as the server's. A journey doesn't have any yet, since the
 * miles before it aren't known here. Throws where the server would refuse it.
 */
export async function calculateExpense(
  id: string,
  { date, amount, vatAmount, vatRate, mileage }: ExpenseInput,
): Promise<ExpenseAmounts> {
  const sums = await loadExpenseRules();
  try {
    const typed = { id, date, amount, vatRate, vatAmount: String(vatAmount), mileage };
    const preview = calculateExpensePreview(sums, typed, null);
    return {
      amount: preview?.amount ?? "0.00",
      vatAmount: preview?.vatAmount ?? "0.00",
      vatReckoned: vatRate !== "" && vatAmount === "",
    };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    throw new ApiError(422, thrown.message, thrown.code, thrown.errors, thrown);
  }
}
