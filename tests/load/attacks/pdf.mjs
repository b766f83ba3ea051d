// Documents that take long to set, and who waits for them.
import { PASSWORD } from "../../../web/e2e/support/account.ts";
import { waitForMail } from "../../../web/e2e/support/mail.ts";
import { Client, line, somewhere, token } from "../client.mjs";
import { checkEqual, checkMax, checkTime, MEMORY_GROWTH_MAX, slowest } from "../report.mjs";

/** As many letters as the lines of one document may have, without a space: the longest that is accepted. */
const LINES = 29;
const LETTERS = 5_000;

const long = (count) =>
  Array.from({ length: count }, (_, at) => line(`line-${at}`, { description: "W".repeat(LETTERS) }));

/** A document that is too long is refused when it is saved; the longest that is not refused delays nobody else. */
export async function pdf({ server, attacker, owner, memory }) {
  const refused = await attacker.ask("POST", "/api/quotes", { body: attacker.quote(long(190)) });
  const documents = [];
  for (let at = 0; at < 10; at += 1) {
    documents.push(await attacker.post("/api/quotes", attacker.quote(long(LINES))));
  }
  const other = await owner.sent("quotes", owner.quote());
  const before = memory();
  const work = documents.map(({ id }, at) =>
    at < 4
      ? attacker.ask("GET", `/api/quotes/${id}/pdf`)
      : attacker.ask("POST", `/api/quotes/${id}/send`, { body: { via: "email", to: `p${at}@example.com` } }),
  );
  const customer = new Client(server, somewhere(4));
  const theirs = customer.ask("GET", `/q/${token(other)}.pdf`);
  const code = signInCode(server);
  const [paper, waited] = await Promise.all([theirs, code]);
  const set = (await Promise.all(work)).slice(0, 4);
  return [
    checkEqual("status of 190 lines of 5,000 characters", refused.status, 422),
    checkEqual("status of another customer's PDF", paper.status, 200),
    checkTime("another customer's PDF", paper.ms, 300),
    checkTime("a code for signing in", waited, 120),
    checkTime("the longest PDF", slowest(set), 3_600),
    checkMax("the largest PDF, bytes", Math.max(...set.map(({ bytes }) => bytes)), 5_000_000),
    checkMax("memory that stays, MB", memory() - before, MEMORY_GROWTH_MAX),
  ];
}

/** How long a new user waits for the requested code, in milliseconds. */
async function signInCode(server) {
  const email = "newcomer@example.com";
  const newcomer = new Client(server, somewhere(5));
  const start = performance.now();
  await newcomer.checked("/api/auth/register", { name: "Jo", email, password: PASSWORD });
  await waitForMail(server, email, /(\d{6}) is your Plumbline verification code/);
  return performance.now() - start;
}
