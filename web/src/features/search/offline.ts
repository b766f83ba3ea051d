import type { SearchResults } from "../../api/generated/SearchResults";
import { get } from "../../api/reads";
import { ALL_KINDS } from "../../documents/kind";
import { listHeld } from "../../documents/offline/lists";
import { rowsOf } from "../../documents/offline/shelves";
import { shelve } from "../../offline/held/reads";
import { matches, wordsOf } from "../../offline/held/search";
import { loadRules } from "../../rules/rules";

/** The most of each sort that are shown, as of the server's. */
const MOST = 8;

/** The search finds what this device holds where the server cannot be asked. */
export function searchOffline(): void {
  shelve("/api/search", {
    keep: async () => {},
    find: async (account, { query }) => ({
      data: await found(account, String(query?.q ?? "")),
      at: Date.now(),
    }),
  });
}

async function found(account: string, typed: string): Promise<SearchResults> {
  const rules = await loadRules();
  const documents = await Promise.all(
    ALL_KINDS.map(async ({ kind }) => {
      const query = { q: typed, archived: "all" };
      return listHeld(rules, kind, await rowsOf(account, kind), query).rows.slice(0, MOST);
    }),
  );
  const latest = documents.flat().sort((one, other) => other.updatedAt - one.updatedAt);
  const nothing: SearchResults = {
    documents: latest.slice(0, MOST),
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
    get("/api/expenses", { query: { q: typed, limit: String(MOST) } }).catch(() => null),
    get("/api/quote-templates").catch(() => []),
  ]);
  const has = (texts: string[]) => matches(wordsOf(texts), typed);
  return {
    ...nothing,
    contacts: contacts
      .filter((one) => has([one.name, one.company, one.city, one.post_code, one.phone, one.email]))
      .slice(0, MOST),
    items: items.filter(({ name, description, code }) => has([name, description, code])).slice(0, MOST),
    templates: templates
      .filter(({ name, jobDescription }) => has([name, jobDescription]))
      .slice(0, MOST)
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
