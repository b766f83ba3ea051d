// Random sequences of operations on one quote of a server: the operations that each may apply (`accepted`, found natively)
// are sent as edits, some dozens at a time, as an editor sends what was typed since the last edit. After each, the
// stored document must be the same as core's native result (`document`) and the WASM package's.

import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { registerAccount } from "../../web/e2e/support/account.ts";
import { createParties, postJson } from "../../web/e2e/support/seed.ts";
import { startServer } from "../../web/e2e/support/server.ts";

/** The fields that a server's document has besides these. */
const SERVER_FIELDS = ["businessProfileId", "contactId"];

/** A signed-in client with the few calls of a browser's page that the seeding needs. */
export function client(server) {
  let cookie = "";
  const send = async (method, path, data) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { "content-type": "application/json", cookie, "sec-fetch-site": "same-origin" },
      body: data === undefined ? undefined : JSON.stringify(data),
    });
    const set = response.headers.getSetCookie().map((one) => one.split(";")[0]);
    if (set.length > 0) cookie = set.join("; ");
    const text = await response.text();
    return {
      status: () => response.status,
      ok: () => response.ok,
      text: async () => text,
      json: async () => JSON.parse(text),
    };
  };
  return {
    send,
    request: {
      get: (path) => send("GET", path),
      post: (path, { data }) => send("POST", path, data),
    },
  };
}

/** Runs the sequences; returns how many passed, and the results of those that did not. */
export async function checkStored(rules, sequences) {
  const server = await startServer({ settings: { PLUMBLINE_CAPTCHA: "off" } });
  try {
    return await checkOnServer(rules, sequences, server);
  } finally {
    await server.stop();
  }
}

async function checkOnServer(rules, sequences, server) {
  const page = client(server);
  await registerAccount(page.request, server, "ada@example.com");
  const { profile, contact } = await createParties(page);
  const first = {
    businessProfileId: profile.id,
    contactId: contact.id,
    items: ["a", "b", "c"].map((id) => ({ id, name: "Tap", quantity: "2", price: "1.50" })),
    tax: "20",
    jobDescription: "Job",
  };
  const { id, version } = await postJson(page, "/api/quotes", first);
  const path = `/api/quotes/${id}`;

  const failures = [];
  let passed = 0;
  let baseVersion = version;
  let wasmDocument = rules.apply(first, []);
  let [operations, pending] = [[], 0];
  for (const text of sequences) {
    const sequence = JSON.parse(text);
    operations.push(...sequence.accepted.map((at) => sequence.operations[at]));
    pending += 1;
    if (sequence.document === null) continue;

    const response = await page.send("PATCH", path, { baseVersion, operationId: randomUUID(), operations });
    if (!response.ok()) throw new Error(`an edit was refused: ${response.status()} ${await response.text()}`);
    baseVersion = (await response.json()).version;
    const stored = await (await page.send("GET", path)).json();
    wasmDocument = rules.apply(wasmDocument, operations);
    const differing = Object.keys(wasmDocument).filter((field) => {
      if (field === "payments") return false;
      const native = SERVER_FIELDS.includes(field) ? first[field] : sequence.document[field];
      const values = [native, wasmDocument[field], stored[field]].map((value) => value ?? null);
      return !isDeepStrictEqual(values[0], values[1]) || !isDeepStrictEqual(values[0], values[2]);
    });
    if (differing.length === 0) passed += pending;
    for (const field of differing) {
      const values = [sequence.document, wasmDocument, stored].map((from) => JSON.stringify(from[field]));
      failures.push(`${field} after ${JSON.stringify(operations)}\n  native: ${values[0]}\n  WASM: ${values[1]}\n  stored: ${values[2]}`);
    }
    [operations, pending] = [[], 0];
  }
  return { passed, failures };
}
