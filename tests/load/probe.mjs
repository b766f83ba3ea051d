// Honest people: how long they wait while somebody else attacks.
import { setTimeout as sleep } from "node:timers/promises";
import { token } from "./client.mjs";

const PAUSE_MS = 20;

/** Requests a list, a customer's page and a save, over and over, from the start to the end of an attack. */
export async function probe(bystander, customer, stranger) {
  const quote = await bystander.sent("quotes", bystander.quote());
  const draft = await bystander.post("/api/quotes", bystander.quote());
  let version = draft.version;
  const waits = { read: [], write: [] };
  const failures = [];
  let on = true;
  const keep = (kind, { status, ms, text }) => {
    waits[kind].push(ms);
    if (status !== 200) failures.push(`${kind}: ${status} ${text.slice(0, 200)}`);
    return text;
  };
  const looking = (async () => {
    while (on) {
      keep("read", await bystander.ask("GET", "/api/invoices?q=ma"));
      keep("read", await customer.ask("GET", `/api/quotes/public/${token(quote)}?with=page`));
      await sleep(PAUSE_MS);
    }
  })();
  const writing = (async () => {
    while (on) {
      const text = keep(
        "write",
        await bystander.ask("PATCH", `/api/quotes/${draft.id}`, {
          body: {
            operationId: crypto.randomUUID(),
            baseVersion: version,
            operations: [{ op: "set", field: "notes", value: `${waits.write.length}` }],
          },
        }),
      );
      version = JSON.parse(text).version ?? version;
      await sleep(PAUSE_MS);
    }
  })();
  let result;
  try {
    result = await stranger();
  } finally {
    // Also if the attack itself fails, which is then what is reported.
    on = false;
    await Promise.all([looking, writing]);
  }
  return { result, failures, read: worst(waits.read), write: worst(waits.write) };
}

function worst(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return { count: sorted.length, p95: sorted[Math.floor(sorted.length * 0.95)], max: sorted.at(-1) };
}
