import type { SearchResults } from "../../api/generated/SearchResults";
import { get } from "../../api/requests";
import { ALL_KINDS } from "../../documents/kind";
import { readRows } from "../../documents/offline/cachedDocuments";
import { listCachedDocuments } from "../../documents/offline/cachedRows";
import { registerPathCache } from "../../offline/cache/cached-reads";
import { buildSearchWords, matchesSearch } from "../../offline/cache/search";
import { loadRules } from "../../rules/rules";

/** The most results of each type, the same as the server's. */
const MAX_RESULTS = 8;

/** Registers the search of what this device has cached, for when the server can't be reached. */
export function registerOfflineSearch(): void {
  registerPathCache("/api/search", {
    save: async () => {},
    find: async (account, { query }) => ({
      data: await searchDevice(account, String(query?.q ?? "")),
      at: Date.now(),
    }),
  });
}

async function searchDevice(account: string, typed: string): Promise<SearchResults> {
  const rules = await loadRules();
  const documents = await Promise.all(
    ALL_KINDS.map(async ({ kind }) => {
      const query = { q: typed, archived: "all" };
      return listCachedDocuments(rules, kind, await readRows(account, kind), query).rows.slice(
        0,
        MAX_RESULTS,
      );
    }),
  );
  const latest = documents.flat().sort((one, other) => other.updatedAt - one.updatedAt);
  const nothing: SearchResults = {
    documents: latest.slice(0, MAX_RESULTS),
    contacts: [],
    items: [],
    expenses: [],
    recurring: [],
    templates: [],
  };
  if (typed.trim() === "") return nothing;
  const [contacts, items, expenses, templates] = await Promise.all([
    get("/api/contacts").catch(() => []),
    get("/api/items").catch(() => []),
    get("/api/expenses", { query: { q: typed, limit: String(MAX_RESULTS) } }).catch(() => null),
    get("/api/quote-templates").catch(() => []),
  ]);
  const matchesTyped = (texts: string[]) => matchesSearch(buildSearchWords(texts), typed);
  return {
    ...nothing,
    contacts: contacts
      .filter((one) => matchesTyped([one.name, one.company, one.city, one.post_code, one.phone, one.email]))
      .slice(0, MAX_RESULTS),
    items: items
      .filter(({ name, description, code }) => matchesTyped([name, description, code]))
      .slice(0, MAX_RESULTS),
    templates: templates
      .filter(({ name, jobDescription }) => matchesTyped([name, jobDescription]))
      .slice(0, MAX_RESULTS)
      .map(({ id, name, jobDescription, totalAmount }) => ({ id, name, jobDescription, totalAmount })),
    expenses: (expenses?.data ?? []).map(({ id, supplier, description, date, amount }) => ({
      id,
      name: supplier || description,
      description,
      date,
      amount,
    })),
  };
}
