// More documents than anybody would create by hand.
import type { BrowserContext } from "@playwright/test";
import { dayFromToday, type Parties } from "./seed.ts";
import { expect } from "./test.ts";

/**
 * Creates this many drafts, "Job number 1" and so on, eight at a time: with the session of this context, but
 * outside its browser. Their dates are spread over the last `days` days.
 */
export async function createManyQuotes(
  context: BrowserContext,
  { url }: { url: string },
  { profile, contact }: Parties,
  count: number,
  days: number,
  more: object = {},
): Promise<void> {
  const cookies = await context.cookies();
  const headers = {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    origin: url,
    "content-type": "application/json",
  };
  const createQuote = async (n: number) => {
    const body = JSON.stringify({
      businessProfileId: profile.id,
      contactId: contact.id,
      issueDate: dayFromToday(-n % days),
      expiryDate: dayFromToday(30),
      jobDescription: `Job number ${n}`,
      notes: "",
      items: [{ id: "a", name: "Work", description: "", quantity: "1", price: `${n % 97}.50` }],
      ...more,
    });
    const answer = await fetch(`${url}/api/quotes`, { method: "POST", headers, body });
    expect(answer.status, await answer.text()).toBe(201);
  };
  let next = 0;
  const createNext = async () => {
    while (next < count) {
      next += 1;
      await createQuote(next);
    }
  };
  await Promise.all(Array.from({ length: 8 }, createNext));
}
