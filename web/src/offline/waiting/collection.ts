import { ApiError } from "../../api/errors";
import { get, type WriteRequest } from "../../api/requests";
import { cacheWholeList, loadCachedResponse } from "../cache/cache-store";
import { loadCachedList } from "../cache/cached-lists";
import {
  type CachedResult,
  registerOverlay,
  registerPathCache,
  registerResponseCacher,
} from "../cache/cached-reads";
import { findOfflineMutation, registerOfflineMutations } from "./offline-mutations";
import type { WaitingChange } from "./waiting-change";
import { waitingLog } from "./waiting-log";

/** An entity of a list that is read as a whole, such as a contact or an item. */
export interface VersionedEntity {
  id: string;
  version: number;
}

type EntityInput = Record<string, unknown>;

/**
 * How many entities are remembered as they were read: an entity is usually read shortly before it is changed.
 */
const MAX_SEEN = 200;

/**
 * Lets the entities of a list such as `/api/contacts` be created and changed offline. A create must contain
 * the id, and an update the version that it is based on.
 */
export function registerOfflineCollection<Entity extends VersionedEntity>({
  sort,
  path,
  noun,
  getName,
  findProblem,
}: {
  sort: string;
  path: "/api/contacts" | "/api/items" | "/api/quote-templates";
  /** The name of the sort within a sentence: 'contact'. */
  noun: string;
  getName(input: EntityInput): string;
  /** What the server would refuse: the field and the message. */
  findProblem(input: EntityInput): [path: string, msg: string] | null;
}): void {
  const one = `${path}/{id}` as const;
  // The cached list may be older than the single entity that was read and is changed.
  const seen = new Map<string, Entity>();
  const rememberSeen = (account: string, entity: Entity) => {
    seen.set(`${account} ${entity.id} ${entity.version}`, entity);
    const [oldest] = seen.keys();
    if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest);
  };
  const validateBody = (write: WriteRequest): EntityInput => {
    const input = write.body as EntityInput;
    const wrong = findProblem(input);
    if (wrong) throw createRefusal(...wrong);
    return input;
  };
  registerOfflineMutations(
    {
      method: "POST",
      path,
      thing: (write) => ({ sort, id: String((write.body as EntityInput).id) }),
      label: (write) => `New ${noun}: ${getName(write.body as EntityInput)}`,
      respond: (write, _base, at) => ({ ...validateBody(write), version: 1, createdAt: at, updatedAt: at }),
    },
    {
      method: "PUT",
      path: one,
      thing: (write) => ({ sort, id: String(write.params?.id) }),
      label: (write) => `Changed ${noun}: ${getName(write.body as EntityInput)}`,
      base: async (account, write) =>
        seen.get(`${account} ${write.params?.id} ${(write.body as VersionedEntity).version}`) ??
        loadBase(one, write),
      respond: (write, base, at) => {
        const { version, ...input } = validateBody(write);
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
  const loadList = async (account: string): Promise<CachedResult | undefined> =>
    loadCachedList(account, path) ?? (await loadCachedResponse(account, path));
  registerResponseCacher(new RegExp(`^${path}(/\\{id\\})?$`), async (account, { method }, answer) => {
    const list = await loadList(account);
    const saved = answer as Entity | undefined;
    if (!list || method === "DELETE" || !saved?.id) return;
    await cacheWholeList(account, path, replaceOrAppend(list.data as Entity[], saved), list.at);
  });
  registerOverlay(path, async (account, _read, data) =>
    applyWaitingChanges((data as Entity[] | undefined) ?? [], await listWaitingChanges(account, sort)),
  );
  registerPathCache(one, {
    save: async () => {},
    find: async (account, { params }) => {
      const list = await loadList(account);
      const found = (list?.data as Entity[] | undefined)?.find(({ id }) => id === params?.id);
      return list && found && { data: found, at: list.at };
    },
  });
  registerOverlay(one, async (account, { params }, data) => {
    const waiting = (await listWaitingChanges(account, sort)).filter(({ thing }) => thing.id === params?.id);
    const [current] = await applyWaitingChanges(data === undefined ? [] : [data as Entity], waiting);
    if (current) rememberSeen(account, current);
    return current;
  });
}

/** A list with an entity replaced, or appended if it is new. */
function replaceOrAppend<Entity extends VersionedEntity>(
  entities: readonly Entity[],
  entity: Entity,
): Entity[] {
  const isThere = entities.some(({ id }) => id === entity.id);
  return isThere ? entities.map((one) => (one.id === entity.id ? entity : one)) : [...entities, entity];
}

/** The entity that an update is based on, if that version is cached. */
export async function loadBase(
  path: "/api/contacts/{id}" | "/api/items/{id}" | "/api/quote-templates/{id}" | "/api/expenses/{id}",
  write: WriteRequest,
): Promise<unknown> {
  try {
    const base = (await get(path, { params: { id: String(write.params?.id) } })) as VersionedEntity;
    return base.version === (write.body as VersionedEntity).version ? base : undefined;
  } catch {
    return undefined;
  }
}

export async function listWaitingChanges(account: string, sort: string): Promise<WaitingChange[]> {
  return (await waitingLog.all()).filter((one) => one.account === account && one.thing.sort === sort);
}

/** Entities with their waiting changes applied; new ones are appended. */
export async function applyWaitingChanges<Entity extends Pick<VersionedEntity, "id">>(
  entities: readonly Entity[],
  waiting: readonly WaitingChange[],
): Promise<Entity[]> {
  const result = [...entities];
  for (const { thing, write, base, at } of waiting) {
    const place = result.findIndex(({ id }) => id === thing.id);
    const before = place === -1 ? base : result[place];
    const after = (await findOfflineMutation(write)?.respond({ ...write, url: "" }, before, at)) as
      | Entity
      | undefined;
    if (after === undefined) continue;
    if (place === -1) result.push(after);
    else result[place] = after;
  }
  return result;
}

/** A refusal in the server's format. */
export function createRefusal(path: string, msg: string): ApiError {
  const body = { message: msg, code: "rule_broken", errors: [{ path, msg, code: "refused" }] };
  return new ApiError(422, msg, body.code, body.errors, body);
}
