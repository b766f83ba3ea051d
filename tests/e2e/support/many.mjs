// More documents than anybody would make by hand.
import assert from "node:assert/strict";
import { day } from "./customer.mjs";

/**
 * So many drafts of the last days, "Job number 1" and on, eight at a time in the session of this context and past its
 * browser; `days` is how many days they are spread over.
 */
export async function manyQuotes(context, server, { profile, contact }, count, days, more = {}) {
  const { url } = server;
  const cookies = await context.cookies();
  const headers = {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    origin: url,
    "content-type": "application/json",
  };
  const make = async (n) => {
    const body = JSON.stringify({
      businessProfileId: profile.id,
      contactId: contact.id,
      issueDate: day(-n % days),
      expiryDate: day(30),
      jobDescription: `Job number ${n}`,
      notes: "",
      items: [{ id: "a", name: "Work", description: "", quantity: "1", price: `${n % 97}.50` }],
      ...more,
    });
    const answer = await fetch(`${url}/api/quotes`, { method: "POST", headers, body });
    assert.equal(answer.status, 201, await answer.text());
  };
  let next = 0;
  const line = async () => {
    while (next < count) {
      next += 1;
      await make(next);
    }
  };
  await Promise.all(Array.from({ length: 8 }, line));
}
