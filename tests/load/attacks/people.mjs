// Free accounts and holders of links that use Plumbline against others.
import { setTimeout as sleep } from "node:timers/promises";
import { PASSWORD } from "../../../web/e2e/support/account.ts";
import { waitForMail, readMails } from "../../../web/e2e/support/mail.ts";
import { Client, somewhere, token } from "../client.mjs";
import { checkEqual, checkMax } from "../report.mjs";

const OWNER = /owner@example\.com/;
/**
 * Three resets without a human check and twenty with one; the owner's own, and the email that she signed in on a new
 * device.
 */
const TO_OWNER = 25;
/** A burst of emails is over if none was written for so long. */
const MAILS_MS = 5_000;

/** 200 emails of free text to 200 strangers, and a business name that is not their own. */
export async function relay({ server }) {
  const attacker = await new Client(server, somewhere(21)).settle("relay@example.com");
  const name = await attacker.ask("POST", "/api/business-profiles", {
    body: { name: "HM Revenue & Customs", accepts_cash: true },
  });
  const quote = await attacker.post("/api/quotes", attacker.quote());
  let taken = 0;
  for (let at = 0; at < 200; at += 1) {
    const body = { via: "email", to: `stranger-${at}@example.org`, subject: "Your refund", message: "Click here" };
    const { status } = await attacker.ask("POST", `/api/quotes/${quote.id}/send`, { body });
    if (status === 200) taken += 1;
  }
  return [
    checkEqual("status of a business called 'HM Revenue & Customs'", name.status, 422),
    checkMax("emails accepted, of 200", taken, 20),
    checkMax("emails written, of 200", await written(server, /@example\.org/), 20),
  ];
}

/** Strangers who guess an owner's password, code and reset; then the owner, on a new device and on a known one. */
export async function lockout({ server, owner }) {
  const email = owner.email;
  const before = await written(server, OWNER);
  for (let at = 0; at < 40; at += 1) {
    const stranger = new Client(server, somewhere(100 + (at % 4)));
    await stranger.checked("/api/auth/login", { username: email, password: "Wrong1234" });
    await stranger.checked("/api/auth/forgot-password", { email });
    await stranger.checked("/api/auth/reset-password", { token: "guessed", newPassword: "Br4nd-new!" });
  }
  const known = await owner.ask("POST", "/api/auth/login", { body: { username: email, password: PASSWORD } });
  const phone = new Client(server, somewhere(200));
  const elsewhere = await phone.checked("/api/auth/login", { username: email, password: PASSWORD });
  const reset = await owner.ask("POST", "/api/auth/forgot-password", { body: { email } });

  const late = "late@example.com";
  const registering = new Client(server, somewhere(201));
  await registering.checked("/api/auth/register", { name: "Jo", email: late, password: PASSWORD });
  const [, code] = await waitForMail(server, late, /(\d{6}) is your Plumbline verification code/);
  const wrong = code === "000000" ? "000001" : "000000";
  for (let at = 0; at < 40; at += 1) {
    await new Client(server, somewhere(300 + at)).checked("/api/auth/verify-email", { email: late, code: wrong });
  }
  const verified = await registering.ask("POST", "/api/auth/verify-email", { body: { email: late, code } });
  return [
    checkEqual("the owner on a known device, status", known.status, 200),
    checkEqual("the owner on a new device with the human check, status", elsewhere.status, 200),
    checkEqual("the owner asks for a new password, status", reset.status, 200),
    checkEqual("a newcomer whose code 40 strangers guessed at, status", verified.status, 200),
    checkMax("emails to the owner, of 40 resets by strangers", (await written(server, OWNER)) - before, TO_OWNER),
  ];
}

/** A payment recorded and withdrawn 240 times by somebody with the link. */
export async function link({ server, owner }) {
  const invoice = await owner.sent("invoices", owner.invoice());
  const holder = new Client(server, somewhere(6));
  const path = `/api/invoices/public/${token(invoice)}`;
  const before = await written(server, OWNER);
  let done = 0;
  for (let at = 0; at < 240; at += 1) {
    const made = await holder.ask("POST", `${path}/payment`, { body: { method: "cash" } });
    if (made.status !== 201) continue;
    done += 1;
    const { payments } = JSON.parse(made.text);
    await holder.ask("POST", `${path}/payment/${payments.at(-1).id}/withdraw`);
  }
  return [
    checkMax("payments recorded, of 240", done, 20),
    checkMax("emails to the business", (await written(server, OWNER)) - before, 4),
  ];
}

/** How many emails to such an address there are, once no more are sent. */
async function written(server, to) {
  let [count, before] = [0, -1];
  while (count !== before) {
    before = count;
    await sleep(MAILS_MS);
    count = (await readMails(server)).filter((message) => to.test(/^To: .*$/im.exec(message)?.[0] ?? "")).length;
  }
  return count;
}
