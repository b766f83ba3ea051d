import type { Expense } from "../../api/generated/Expense";
import type { ExpenseInput } from "../../api/generated/ExpenseInput";
import type { ExpenseList } from "../../api/generated/ExpenseList";
import type { ExpenseListRequest } from "../../api/generated/ExpenseListRequest";
import type { ExpenseSummary } from "../../api/generated/ExpenseSummary";
import type { ListedExpenses } from "../../api/generated/ListedExpenses";
import type { Read } from "../../api/reads";
import type { Write } from "../../api/writes";
import { overlay, shelve } from "../../offline/held/reads";
import { matches, pageOf, wordsOf } from "../../offline/held/search";
import { heldRows, heldWhole, holdRows, holdWhole } from "../../offline/held/things";
import { baseOf, ofSort, refusal, withWaiting } from "../../offline/waiting/collection";
import { register } from "../../offline/waiting/deeds";
import { loadRules, type Rules } from "../../rules/rules";
import { orderKey } from "../../ui/fold";
import { categoryOf, nameOf } from "./expense";
import { reckoned } from "./reckoned";

const SORT = "expense";
const ALL = "/api/expenses";
const ONE = "/api/expenses/{id}";
const RECEIPTS = "/api/expenses/receipts";

/** Expenses and their photos are kept and changed without the network. */
export function expensesOffline(): void {
  register(
    {
      method: "POST",
      path: RECEIPTS,
      thing: (write) => ({ sort: "receipt", id: String((write.body as FormData).get("id")) }),
      label: () => "Photo of a receipt",
      answer: (write) => {
        const id = write.body instanceof FormData ? String(write.body.get("id")) : "";
        return { id, url: `${RECEIPTS}/${id}` };
      },
    },
    {
      method: "POST",
      path: ALL,
      thing: (write) => ({ sort: SORT, id: idOf(write) }),
      label: (write) => `New expense: ${nameOf(inputOf(write))}`,
      answer: (write, _base, at) => made(idOf(write), inputOf(write), { version: 1, at }),
    },
    {
      method: "PUT",
      path: ONE,
      thing: (write) => ({ sort: SORT, id: idOf(write) }),
      label: (write) => `Changed expense: ${nameOf(inputOf(write))}`,
      base: (_account, write) => baseOf(ONE, write),
      answer: (write, base, at) => {
        const { version } = write.body as { version: number };
        return made(idOf(write), inputOf(write), {
          version: version + 1,
          at,
          base: base as Expense | undefined,
        });
      },
    },
  );
  shelve(ONE, {
    keep: (account, _read, data) => keepExpense(account, data as Expense),
    find: (account, { params }) => heldWhole(account, SORT, params?.id ?? ""),
  });
  overlay(ONE, async (account, { params }, data) => {
    const waiting = (await ofSort(account, SORT)).filter(({ thing }) => thing.id === params?.id);
    return (await withWaiting(data === undefined ? [] : [data as Expense], waiting))[0];
  });
  shelve(ALL, {
    keep: (account, _read, data) => keepRows(account, (data as ExpenseList).data),
    find: async (account, { query = {} }) => ({ data: await listed(account, query), at: Date.now() }),
  });
  overlay(ALL, (account, read, data) => withWaitingRows(account, read, data as ExpenseList | undefined));
}

const idOf = ({ params, body }: Pick<Write, "params" | "body">) =>
  params?.id ?? String((body as { id: string }).id);
const inputOf = ({ body }: Pick<Write, "body">) => body as ExpenseInput;

/** An expense as the server would answer it. Throws what it would refuse. */
async function made(
  id: string,
  input: ExpenseInput,
  { version, at, base }: { version: number; at: number; base?: Expense },
): Promise<Expense> {
  if (!input.date) throw refusal("date", "Please enter the date.");
  const { date, supplier, description, category, contactId, job, mileage, repeat, repeatUntil, receipts } =
    input;
  return {
    repeatNext: null,
    repeatOf: null,
    fromBank: false,
    createdAt: at,
    ...base,
    ...(await reckoned(id, input)),
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
    // An older version of the app wrote none of these.
    vatKind: input.vatKind ?? "usual",
    goodsOrService: input.goodsOrService ?? base?.goodsOrService ?? "notSaid",
    privateShare: input.privateShare ?? "",
    vehicleCost: input.vehicleCost ?? false,
    businessProfileId: input.businessProfileId ?? null,
    updatedAt: at,
  };
}

function rowOf(expense: Expense): ExpenseSummary {
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

const heldRowOf = (row: ExpenseSummary) => ({
  id: row.id,
  row,
  words: wordsOf([row.supplier, row.description, row.job, categoryOf(row.category).name, row.amount]),
});

async function keepExpense(account: string, expense: Expense): Promise<void> {
  await holdWhole(account, SORT, { id: expense.id, data: expense });
  await keepRows(account, [rowOf(expense)]);
}

const keepRows = (account: string, rows: readonly ExpenseSummary[]) =>
  holdRows(account, SORT, rows.map(heldRowOf));

/** The expenses of which something waits, as they are here. */
async function changedHere(account: string): Promise<Expense[]> {
  return withWaiting<Expense>([], await ofSort(account, SORT));
}

async function listed(account: string, query: Record<string, unknown>): Promise<ExpenseList> {
  const rules = await loadRules();
  const held = (await heldRows(account, SORT)).map(({ row, words }) => ({
    row: row as ExpenseSummary,
    words,
  }));
  const rows = new Map(held.map((one) => [one.row.id, one]));
  for (const expense of await changedHere(account)) rows.set(expense.id, heldRowOf(rowOf(expense)));
  const { found, ...sums } = listHeld(rules, [...rows.values()], query);
  return { ...pageOf(found, query), total: found.length, ...sums };
}

/** The rows that a list shows, in its order, and what they come to: core's answer, as the server's, of what is held. */
function listHeld(
  rules: Pick<Rules, "listExpenses">,
  held: readonly { row: ExpenseSummary; words: string }[],
  query: Record<string, unknown>,
): { found: ExpenseSummary[] } & Pick<ExpenseList, "totalAmount" | "totalVat"> {
  const text = (name: string) => String(query[name] ?? "");
  const rows = held.filter(({ words }) => matches(words, text("q"))).map(({ row }) => row);
  const request: ExpenseListRequest = {
    category: text("category"),
    receipt: text("receipt"),
    from: text("from"),
    to: text("to"),
    sort: text("sort"),
    rows: rows.map((row) => ({
      id: row.id,
      date: row.date,
      supplierKey: orderKey(row.supplier),
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

/** A page from the server with what waits in its place: new ones before it, on the first page. */
async function withWaitingRows(
  account: string,
  { query = {} }: Read,
  page: ExpenseList | undefined,
): Promise<ExpenseList | undefined> {
  if (!page) return undefined;
  const changed = new Map((await changedHere(account)).map((expense) => [expense.id, rowOf(expense)]));
  if (changed.size === 0 || page.nextCursor?.startsWith("held-")) return page;
  const data = page.data.map((row) => changed.get(row.id) ?? row);
  const isNew = ({ id }: ExpenseSummary) => !page.data.some((row) => row.id === id);
  const rules = await loadRules();
  const isFirst = !query.cursor;
  const onlyHere = isFirst ? [...changed.values()].filter(isNew).map(heldRowOf) : [];
  const { found: more, ...sums } = listHeld(rules, onlyHere, query);
  return {
    ...page,
    data: [...more, ...data],
    total: page.total + more.length,
    totalAmount: rules.sumPounds([page.totalAmount, sums.totalAmount]),
    totalVat: rules.sumPounds([page.totalVat, sums.totalVat]),
  };
}
