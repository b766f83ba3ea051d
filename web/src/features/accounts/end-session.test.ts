// @vitest-environment window
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { accountKeys } from "../../entities/accounts/queries";
import { cacheEntity, cacheListRows, cacheResponse } from "../../offline/cache/cache-store";
import { cacheList } from "../../offline/cache/cached-lists";
import { loadDeviceUser, recordSeenUser } from "../../offline/device/device-users";
import { saveFormDraft } from "../../offline/form-drafts/store";
import { saveDraftPhoto } from "../../offline/form-drafts/useFormDraft";
import { saveLabourRates } from "../../offline/labour-rates";
import { restoreUnsentEdits } from "../../offline/unsent-edit-store";
import { WAITING_FORMAT } from "../../offline/waiting/waiting-change";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { beginSession, endSession } from "./end-session";
import type { SessionEnding } from "./tab-messages";

const ada = { id: "1", email: "ada@example.com", name: "Ada Pipe" };

afterEach(() => localStorage.clear());

/**
 * An app with `before` cached as the user and a session check in progress; `answer` supplies the server's
 * response.
 */
function startSessionCheck(before: typeof ada | null) {
  const client = createQueryClient();
  client.setQueryData(accountKeys.me, before);
  let answer: (user: typeof ada | null) => void = () => {};
  const check = client.fetchQuery({
    queryKey: accountKeys.me,
    queryFn: () => new Promise<typeof ada | null>((resolve) => (answer = resolve)),
    staleTime: 0,
  });
  return {
    client,
    held: () => client.getQueryData(accountKeys.me),
    answered: async (user: typeof ada | null) => {
      answer(user);
      await check.catch(() => {});
    },
  };
}

test("a session check in progress does not restore a session that has ended", async () => {
  const { client, held: getSignedInUser, answered } = startSessionCheck(ada);
  endSession(client, "inactivity");
  expect(getSignedInUser()).toBeNull();
  await answered(ada);
  expect(getSignedInUser()).toBeNull();
});

test("a session check in progress does not end a session that has begun", async () => {
  const { client, held, answered } = startSessionCheck(null);
  beginSession(client, ada);
  await answered(null);
  expect(held()).toEqual(ada);
});

test("a session can be checked again after it has ended", async () => {
  const { client, held, answered } = startSessionCheck(ada);
  endSession(client, "logout");
  await answered(ada);
  await client.fetchQuery({ queryKey: accountKeys.me, queryFn: async () => ada, staleTime: 0 });
  expect(held()).toEqual(ada);
});

/** Everywhere that a device keeps something of an account, but for the browser's own storage of settings. */
const PLACES = [
  "plumbline-device/answers",
  "plumbline-device/people",
  "plumbline-device/rows",
  "plumbline-device/waiting",
  "plumbline-device/wholes",
  "plumbline-labour/rates",
  "plumbline-typed/forms",
  "plumbline-typed/forms",
  "plumbline-unsent/edits",
];

/** Somebody has worked here: something of theirs is in each of the places. */
async function fillDevice(account: string) {
  await recordSeenUser({ ...ada, id: account }, 1);
  await cacheResponse(account, "/api/dashboard", {});
  await cacheListRows(account, "quote", [{ id: "q1", row: {}, words: "" }]);
  await cacheEntity(account, "quote", { id: "q1", data: {} });
  await waitingLog.add({
    account,
    key: `key of ${account}`,
    format: WAITING_FORMAT,
    write: { method: "POST", path: "/api/contacts" },
    thing: { sort: "contact", id: "c1" },
    label: "New customer: Dave Jones",
    at: 1,
    problem: null,
  });
  saveLabourRates(account, { hours: "45" });
  await saveFormDraft(account, "contact", { values: {}, id: "c1" });
  await saveDraftPhoto(account, "photo1", new Blob(["photo"]));
  const edit = { account, kind: "quote", document: "q1", operationId: "o1", order: 1, time: 1 };
  await restoreUnsentEdits([edit as never]);
}

/** The places where something of an account is, whichever database it is in. */
async function findPlaces(account: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name = "" } of await indexedDB.databases()) {
    const db = await openDB(name);
    for (const store of db.objectStoreNames) {
      const [keys, values] = await Promise.all([db.getAllKeys(store), db.getAll(store)]);
      for (const [at, key] of keys.entries()) {
        if (JSON.stringify([key, values[at]]).includes(account)) found.push(`${name}/${store}`);
      }
    }
    db.close();
  }
  return found.sort();
}

/** Ada is signed in on a device that Bob uses too, and her session ends so. Answers their accounts. */
async function endAdasSession(ending: SessionEnding) {
  // Each test has its own two: what the others left is not theirs.
  const [user, bob] = [{ ...ada, id: `ada until ${ending}` }, `bob until ${ending}`];
  for (const account of [user.id, bob]) await fillDevice(account);
  await vi.waitFor(async () => expect(await findPlaces(user.id)).toEqual(PLACES));
  const client = createQueryClient();
  beginSession(client, user);
  cacheList(user.id, "/api/contacts", [{ id: "c1" }]);
  sessionStorage.setItem("place", "1");
  endSession(client, ending);
  return [user.id, bob] as const;
}

test.each<[SessionEnding, string[]]>([
  ["logout", ["lastLoggedInUserId"]],
  ["deleted", []],
])("removes the account's data from the device, but no other account's: %s", async (ending, settings) => {
  const [account, bob] = await endAdasSession(ending);
  await vi.waitFor(async () => expect(await findPlaces(account)).toEqual([]));
  expect(await findPlaces(bob)).toEqual(PLACES);
  expect([Object.keys(localStorage), sessionStorage.length]).toEqual([settings, 0]);
});

test.each<[SessionEnding]>([["inactivity"], ["elsewhere"], ["unchecked"]])(
  "leaves the account's data on the device, locked until the user logs in again: %s",
  async (ending) => {
    const [account, bob] = await endAdasSession(ending);
    await vi.waitFor(async () => expect((await loadDeviceUser(account))?.isLocked).toBe(true));
    expect(await findPlaces(account)).toEqual(PLACES);
    expect((await loadDeviceUser(bob))?.isLocked).toBe(false);
  },
);
