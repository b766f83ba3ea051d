// Reading what the server holds, through the HTTP API and the page's own session.
import assert from "node:assert/strict";

/** GET as the person who is signed in on this page. */
export async function read(page, path) {
  const answer = await page.request.get(path);
  assert.equal(answer.status(), 200, `GET ${path}: ${await answer.text()}`);
  return answer.json();
}

/** An amount of the API ("1234.5") as the screen shows it ("£1,234.50"). */
export function gbp(amount) {
  return new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" }).format(Number(amount));
}
