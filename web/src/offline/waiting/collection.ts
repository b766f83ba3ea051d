import { ApiError } from "../../api/errors";
import { get } from "../../api/reads";
import type { Write } from "../../api/writes";
import { heldAnswer } from "../held/answers";
import { cachedList } from "../held/cached-lists";
import { holdList } from "../held/lists";
import { type Found, overlay, shelve } from "../held/reads";
import { keepWritten } from "../held/written";
import { deedOf, register } from "./deeds";
import { waitingLog } from "./log";
import type { Waiting } from "./waiting";

/** A thing of a list that is read as a whole: contacts, items. */
export interface Listed {
  id: string;
  version: number;
}

type Input = Record<string, unknown>;

/** So many things are remembered as they were read: what is changed was read shortly before. */
const MOST_SEEN = 200;

/**
 * Has the things of a list made and changed without the network: `/api/contacts` and the like, where a create carries
 * its id and an update the version that it was made to.
 */
export function collection<Thing extends Listed>({
  sort,
  path,
  word,
  nameOf,
  check,
}: {
  sort: string;
  path: "/api/contacts" | "/api/items" | "/api/quote-templates";
  /** Within a sentence: 'contact'. */
  word: string;
  nameOf(input: Input): string;
  /** What the server would refuse: the field and the sentence. */
  check(input: Input): [path: string, msg: string] | null;
}): void {
  const one = `${path}/{id}` as const;
  // The list that is held may be of another day than the one thing that was read and is changed.
  const seen = new Map<string, Thing>();
  const see = (account: string, thing: Thing) => {
    seen.set(`${account} ${thing.id} ${thing.version}`, thing);
    const [oldest] = seen.keys();
    if (seen.size > MOST_SEEN && oldest !== undefined) seen.delete(oldest);
  };
  const judged = (write: Write): Input => {
    const input = write.body as Input;
    const wrong = check(input);
    if (wrong) throw refusal(...wrong);
    return input;
  };
  register(
    {
      method: "POST",
      path,
      thing: (write) => ({ sort, id: String((write.body as Input).id) }),
      label: (write) => `New ${word}: ${nameOf(write.body as Input)}`,
      answer: (write, _base, at) => ({ ...judged(write), version: 1, createdAt: at, updatedAt: at }),
    },
    {
      method: "PUT",
      path: one,
      thing: (write) => ({ sort, id: String(write.params?.id) }),
      label: (write) => `Changed ${word}: ${nameOf(write.body as Input)}`,
      base: async (account, write) =>
        seen.get(`${account} ${write.params?.id} ${(write.body as Listed).version}`) ?? baseOf(one, write),
      answer: (write, base, at) => {
        const { version, ...input } = judged(write);
        return {
          ...(base ?? {}),
          id: write.params?.id,
          ...input,
          version: Number(version) + 1,
          updatedAt: at,
        };
      },
    },
  );
  const listOf = async (account: string): Promise<Found | undefined> =>
    cachedList(account, path) ?? (await heldAnswer(account, path));
  keepWritten(new RegExp(`^${path}(/\\{id\\})?$`), async (account, { method }, answer) => {
    const list = await listOf(account);
    const thing = answer as Thing | undefined;
    if (!list || method === "DELETE" || !thing?.id) return;
    await holdList(account, path, put(list.data as Thing[], thing), list.at);
  });
  overlay(path, async (account, _read, data) =>
    withWaiting((data as Thing[] | undefined) ?? [], await ofSort(account, sort)),
  );
  shelve(one, {
    keep: async () => {},
    find: async (account, { params }) => {
      const list = await listOf(account);
      const found = (list?.data as Thing[] | undefined)?.find(({ id }) => id === params?.id);
      return list && found && { data: found, at: list.at };
    },
  });
  overlay(one, async (account, { params }, data) => {
    const waiting = (await ofSort(account, sort)).filter(({ thing }) => thing.id === params?.id);
    const [shown] = await withWaiting(data === undefined ? [] : [data as Thing], waiting);
    if (shown) see(account, shown);
    return shown;
  });
}

/** A list with a thing in its place; a new one at the end. */
function put<Thing extends Listed>(things: readonly Thing[], thing: Thing): Thing[] {
  const isThere = things.some(({ id }) => id === thing.id);
  return isThere ? things.map((one) => (one.id === thing.id ? thing : one)) : [...things, thing];
}

/** What an update was made to, where it is held as it was then. */
export async function baseOf(
  path: "/api/contacts/{id}" | "/api/items/{id}" | "/api/quote-templates/{id}" | "/api/expenses/{id}",
  write: Write,
): Promise<unknown> {
  try {
    const base = (await get(path, { params: { id: String(write.params?.id) } })) as Listed;
    return base.version === (write.body as Listed).version ? base : undefined;
  } catch {
    return undefined;
  }
}

export async function ofSort(account: string, sort: string): Promise<Waiting[]> {
  return (await waitingLog.all()).filter((one) => one.account === account && one.thing.sort === sort);
}

/** The things with what waits of them in its place; new ones at the end. */
export async function withWaiting<Thing extends Pick<Listed, "id">>(
  things: readonly Thing[],
  waiting: readonly Waiting[],
): Promise<Thing[]> {
  const shown = [...things];
  for (const { thing, write, base, at } of waiting) {
    const place = shown.findIndex(({ id }) => id === thing.id);
    const before = place === -1 ? base : shown[place];
    const after = (await deedOf(write)?.answer({ ...write, url: "" }, before, at)) as Thing | undefined;
    if (after === undefined) continue;
    if (place === -1) shown.push(after);
    else shown[place] = after;
  }
  return shown;
}

/** A refusal as the server words it. */
export function refusal(path: string, msg: string): ApiError {
  const body = { message: msg, code: "rule_broken", errors: [{ path, msg, code: "refused" }] };
  return new ApiError(422, msg, body.code, body.errors, body);
}
