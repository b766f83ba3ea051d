// A device without a screen: the app's own modules, put together as its screens put them together. One of these is
// one window; `browser.mjs` gives it its storage, its network and its clock.
import { isStatus, listenForUnauthorised } from "../../web/src/api/client";
import { ApiError } from "../../web/src/api/errors";
import type { DocumentKind } from "../../web/src/api/generated/DocumentKind";
import type { User } from "../../web/src/api/generated/User";
import { newId, get, post, put } from "../../web/src/api/requests";
import { createQueryClient } from "../../web/src/api/query-client";
import { startOffline } from "../../web/src/app/offline";
import { type DocumentDraft, type LineDraft, getNonBlankLines } from "../../web/src/documents/editor/draft/draft";
import { createDraft } from "../../web/src/documents/editor/draft/createDraft";
import { type DraftAction, reduceDraft } from "../../web/src/documents/editor/draft/reducer";
import { Autosaver } from "../../web/src/documents/editor/saving/autosaver";
import { removeLegacyBackup, isOwnBackup, readLegacyBackup } from "../../web/src/documents/editor/saving/legacyBackup";
import { DraftMerger } from "../../web/src/documents/editor/saving/draftMerger";
import { openDraft } from "../../web/src/documents/editor/saving/openDraft";
import { createSaverPorts } from "../../web/src/documents/editor/saving/saverPorts";
import { LOCAL_ONLY_VERSION } from "../../web/src/documents/offline/localDocument";
import { registerOpenEditor } from "../../web/src/documents/offline/open-editors";
import { queueShare } from "../../web/src/documents/offline/documentMutations";
import { documentKeys, readDocument } from "../../web/src/documents/queries";
import type { StoredDocument } from "../../web/src/documents/types";
import { documentWrites } from "../../web/src/documents/writes";
import { accountKeys, meQuery } from "../../web/src/entities/accounts/queries";
import { toContactInput, createEmptyContact } from "../../web/src/entities/contacts/contact";
import { beginSession, endSession } from "../../web/src/features/accounts/end-session";
import { connection } from "../../web/src/offline/connection";
import { resetApp } from "../../web/src/offline/app-updates";
import { UnsentEditLog } from "../../web/src/offline/unsent-edits";
import { deleteUnsentEdits, loadUnsentEdits, unsentEditStore } from "../../web/src/offline/unsent-edit-store";
import { waitingLog } from "../../web/src/offline/waiting/waiting-log";
import { sender } from "../../web/src/offline/waiting/sender";
import { isSameEntity, type WaitingChange } from "../../web/src/offline/waiting/waiting-change";
import { getCurrentAccount } from "../../web/src/offline/current-account";
import { loadRules } from "../../web/src/rules/rules";

/** Which side a person takes where both changed a field. */
export type Chooser = (path: string, theirs: unknown, mine: unknown) => "theirs" | "mine";

interface Open {
  kind: DocumentKind;
  saver: Autosaver;
  close(): void;
}

/** What can be typed: a field of the document or of a line, or a line that comes or goes. */
export type Typed =
  | { field: "jobDescription" | "notes" | "jobAddress"; value: string }
  | { line: string; field: "name" | "quantity" | "price"; value: string }
  | { add: string; name: string; price: string }
  | { remove: string };

const DAY = { day: "2-digit", month: "2-digit", year: "numeric", timeZone: "Europe/London" } as const;

/** Starts the app in a window. */
export function startDevice(choose: Chooser) {
  const client = createQueryClient();
  startOffline(client);
  const open = new Map<string, Open>();
  listenForUnauthorised(() => {
    if (!client.getQueryData(accountKeys.me)) return;
    closeAll();
    endSession(client, "elsewhere");
  });

  const closeAll = () => {
    for (const one of open.values()) one.close();
    open.clear();
  };

  const device = {
    who: getCurrentAccount,
    /** Somebody signs in, and the server said so. */
    signIn(user: User): void {
      beginSession(client, user);
    },
    /** A page that is opened asks who is signed in; without an answer it is whoever was. */
    async begin(): Promise<boolean> {
      try {
        return (await client.fetchQuery({ ...meQuery, staleTime: 0 })) !== null;
      } catch {
        return false;
      }
    },
    touch: () => localStorage.setItem("lastActivity", String(Date.now())),

    /** As EditorScreen opens one; false where it shows something else. */
    async open(kind: DocumentKind, id: string, begun: { contactId: string | null } | null): Promise<boolean> {
      const account = getCurrentAccount();
      if (account === null || open.has(id)) return open.has(id);
      const log = new UnsentEditLog(unsentEditStore, { account, kind, document: id });
      const backup = readLegacyBackup(localStorage, kind, id);
      const edits = await log.read().catch(() => []);
      let data: StoredDocument | null = null;
      let failed: unknown = null;
      if (!begun || backup !== null || edits.length > 0) {
        try {
          data = await readDocument(kind, id);
          client.setQueryData(documentKeys.one(kind, id), data);
        } catch (error) {
          failed = error;
        }
      }
      const profiles = await get("/api/business-profiles").catch(() => null);
      const rules = await loadRules();
      if (getCurrentAccount() !== account || open.has(id)) return false;
      const isOnlyHere = data?.version === LOCAL_ONLY_VERSION;
      const found = failed || isOnlyHere ? null : data;
      const own = backup && isOwnBackup(backup, found !== null, profiles ?? []) ? backup : null;
      const isWhole = edits[0]?.baseVersion === 0 || own?.version === null;
      if (failed && !isWhole && !(isStatus(failed, 404) && begun)) return false;
      if (!profiles) return false;
      if (found && !own && edits.length === 0 && !found.allowed.edit) return false;
      const merging = new DraftMerger(rules, kind, newId);
      const today = new Intl.DateTimeFormat("en-GB", DAY).format(new Date()).split("/").reverse().join("-");
      const blank = () => createDraft(rules, kind, profiles, begun?.contactId ?? null, today, newId());
      const start = openDraft(merging, found, { edits, backup: own }, blank);
      const issued = found !== null && found.status !== "draft";
      const ports = createSaverPorts(kind, id, { client, rules, log });
      const saver = new Autosaver(ports, merging, newId, start, issued);
      if (own) void saver.cacheEdits().then((isKept) => isKept && removeLegacyBackup(localStorage, kind, id));
      const letGo = registerOpenEditor(id, saver, () => {});
      const hurry = () => saver.sendNow();
      const hurryHidden = () => document.visibilityState === "hidden" && hurry();
      window.addEventListener("online", hurry);
      document.addEventListener("visibilitychange", hurryHidden);
      const ownKey = JSON.stringify(documentKeys.one(kind, id));
      const unfollow = client.getQueryCache().subscribe(({ type, query, ...event }) => {
        const isStale = type === "updated" && "action" in event && event.action.type === "invalidate";
        if (isStale && query.queryHash === ownKey) void device.follow(id);
      });
      const close = () => {
        window.removeEventListener("online", hurry);
        document.removeEventListener("visibilitychange", hurryHidden);
        unfollow();
        void saver.close().then((isDone) => isDone || sender.runSoon(2_000));
        letGo();
      };
      open.set(id, { kind, saver, close });
      return true;
    },
    isOpen: (id: string) => open.has(id),
    close(id: string): void {
      open.get(id)?.close();
      open.delete(id);
    },
    /** News of others' changes. */
    async follow(id: string): Promise<void> {
      const one = open.get(id);
      if (!one) return;
      await readDocument(one.kind, id).then(
        (stored) => one.saver.followStored(stored),
        () => undefined,
      );
    },
    /** The lines of an open draft. */
    lines: (id: string): LineDraft[] => open.get(id)?.saver.getDraft().items ?? [],
    /** Types into an open editor; what stood there before, and null where there is no such place. */
    type(id: string, typed: Typed): { saw: unknown } | null {
      const one = open.get(id);
      if (!one) return null;
      const before = one.saver.getDraft();
      const action = actionOf(before, typed);
      if (!action) return null;
      one.saver.updateDraft(reduceDraft(before, action.do));
      return { saw: action.saw };
    },
    /** Answers what an editor asks, as its dialog does; the fields that it asked about. */
    answer(id: string): string[] {
      const saver = open.get(id)?.saver;
      const state = saver?.snapshot();
      if (state?.kind !== "conflict") return [];
      const theirs = state.conflicts.filter(
        ({ path, theirs, mine }) => choose(path, theirs, mine) === "theirs",
      );
      saver?.resolveConflict(new Set(theirs.map(({ path }) => path)));
      return state.conflicts.map(({ path }) => path);
    },
    saveState: (id: string) => open.get(id)?.saver.snapshot() ?? null,

    /** Sends a document from its editor, as SendDialog does; how it ended. */
    async send(kind: DocumentKind, id: string): Promise<"sent" | "waits" | "not"> {
      const one = open.get(id);
      const lines = one ? getNonBlankLines(one.saver.getDraft()) : (await readDocument(kind, id).catch(() => null))?.items;
      // Its dialog says what is missing.
      if (!lines?.length) return "not";
      if (one) {
        const { saver } = one;
        const isReady =
          (await saver.flush()) ||
          (saver.snapshot().kind === "unsent" && connection.isDown() && (await saver.cacheEdits()));
        if (!isReady) return "not";
      }
      try {
        const sent = await documentWrites.send(kind, id, { via: "link" });
        if (!sent || sent.status === "draft" || !sent.publicUrl) {
          // It waits on this device: its page says so.
          device.close(id);
          return "waits";
        }
        one?.saver.adoptStored(sent);
        device.close(id);
        return "sent";
      } catch (error) {
        if (error instanceof ApiError || error instanceof Error) return "not";
        throw error;
      }
    },
    /** Puts changes of an issued document before its customer. */
    async update(kind: DocumentKind, id: string): Promise<"updated" | "waits" | "not"> {
      const one = open.get(id);
      const account = getCurrentAccount();
      if (!one || account === null) return "not";
      if (await one.saver.flush()) {
        device.close(id);
        return "updated";
      }
      const stored = await readDocument(kind, id).catch(() => null);
      if (stored && one.saver.snapshot().kind === "unsent" && (await one.saver.cacheEdits())) {
        await queueShare(account, kind, stored);
        device.close(id);
        return "waits";
      }
      return "not";
    },
    pay: (id: string, amount: string, date: string) =>
      documentWrites.recordPayment("invoice", id, { amount, method: "cash", date, notes: "" }),

    async addContact(id: string, name: string, phone: string): Promise<void> {
      await post("/api/contacts", { body: { id, ...createEmptyContact(name), phone } });
    },
    /** Changes one field of a contact; what stood there before. */
    async changeContact(id: string, field: "phone" | "notes" | "city", value: string): Promise<{ saw: string }> {
      const contact = await get("/api/contacts/{id}", { params: { id } });
      const body = { ...toContactInput(contact), [field]: value, version: contact.version };
      await put("/api/contacts/{id}", { params: { id }, body });
      return { saw: contact[field] };
    },

    document: (kind: DocumentKind, id: string) => readDocument(kind, id),
    contacts: () => get("/api/contacts"),
    list: () => get("/api/quotes", { query: {} as never }),

    /** What waits, as the list of it shows it. */
    waiting: () => waitingLog.all(),
    unsent: async () => {
      const account = getCurrentAccount();
      return account === null ? [] : loadUnsentEdits(account);
    },
    tryNow: () => void sender.run(),
    isDown: () => connection.isDown(),
    /** Takes back what waits, and what was made to it after. */
    async discard(order: number): Promise<WaitingChange[]> {
      const all = await waitingLog.all();
      const one = all.find((now) => now.order === order);
      if (!one) return [];
      const after = all.filter((now) => now.order >= order && isSameEntity(now.thing, one.thing));
      await waitingLog.remove(after.map((now) => now.order));
      void sender.run();
      return after;
    },
    /** Tries again what was set aside. */
    async retry(order: number): Promise<void> {
      const one = (await waitingLog.all()).find((now) => now.order === order);
      if (one) await waitingLog.change({ ...one, problem: null });
      void sender.run();
    },
    /** Answers what a write asks, as ChooseDialog does; the fields that it asked about. */
    async settle(order: number): Promise<string[]> {
      const one = (await waitingLog.all()).find((now) => now.order === order);
      const asks = one?.problem?.asks;
      if (!one || !asks) return [];
      const current = one.problem?.current as Record<string, unknown>;
      const body: Record<string, unknown> = { ...(one.write.body as object), version: current.version };
      const base = one.base as Record<string, unknown> | undefined;
      for (const [field, value] of Object.entries(one.write.body as Record<string, unknown>)) {
        const asked = asks.find((ask) => ask.field === field);
        const untouched = base && JSON.stringify(base[field]) === JSON.stringify(value);
        const isTheirs = asked
          ? choose(`${one.thing.id}.${field}`, asked.theirs, asked.mine) === "theirs"
          : untouched;
        if (field !== "version" && isTheirs) body[field] = current[field];
      }
      const write = { ...one.write, body };
      await waitingLog.change({ ...one, key: newId(), base: current, write, problem: null });
      void sender.run();
      return asks.map(({ field }) => `${one.thing.id}.${field}`);
    },
    /** Forgets what is kept of a document's changes, as the list of what waits does. */
    async letGo(kind: DocumentKind, id: string): Promise<void> {
      const account = getCurrentAccount();
      if (account) await deleteUnsentEdits({ account, kind, document: id });
    },
    /** What an app of before left of an open document: the whole draft. */
    asOlderApp(id: string): { draft: DocumentDraft; version: number | null } | null {
      const one = open.get(id);
      const stored = one && client.getQueryData<StoredDocument>(documentKeys.one(one.kind, id));
      return one ? { draft: one.saver.getDraft(), version: stored?.version || null } : null;
    },
    /** Writes what waits as an app of before did. */
    async ageWaiting(): Promise<void> {
      for (const one of await waitingLog.all()) await waitingLog.change({ ...one, format: 0 });
    },
    /** The app is updated: what `full-reset` leaves is left. */
    reset: () => resetApp(null, () => {}),
  };
  return device;
}

export { newId };
export type Device = ReturnType<typeof startDevice>;

function actionOf(draft: DocumentDraft, typed: Typed): { do: DraftAction; saw: unknown } | null {
  if ("add" in typed) {
    const { add: id, name, price } = typed;
    return { do: { type: "add", id, line: { name, price } }, saw: null };
  }
  if ("remove" in typed) {
    const line = draft.items.find(({ id }) => id === typed.remove);
    return line ? { do: { type: "remove", id: typed.remove, emptyId: newId() }, saw: line } : null;
  }
  const { field, value } = typed;
  if (!("line" in typed)) return { do: { type: "set", patch: { [field]: value } }, saw: draft[typed.field] };
  const line = draft.items.find(({ id }) => id === typed.line);
  return line ? { do: { type: "line", id: line.id, patch: { [field]: value } }, saw: line[typed.field] } : null;
}
