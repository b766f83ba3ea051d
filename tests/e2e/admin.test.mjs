// Looking after accounts: each page at both sizes, and what its owner and others see of it.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { mailed } from "./support/mail.mjs";
import { picture } from "./support/picture.mjs";
import { admin } from "./support/role.mjs";
import { arrive, draftQuote, plumber, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

// More people register than one address may in an hour.
const place = stage({ settings: { PLUMBLINE_LIMIT_FACTOR: "3" } });
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });

/** Somebody with the role, at a screen of this size. */
async function keeper(t, name, viewport) {
  const person = await place.enter(viewport);
  t.after(() => person.close());
  const email = `${name}@example.com`;
  await arrive(person.page, place.server(), email);
  const said = await admin(place.server(), "grant", email);
  assert.match(said, /\/admin/);
  return { ...person, email };
}

/** Opens an account's page by searching for it. */
async function find(page, email) {
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: /^Search email/ }).fill(email);
  await page.getByText("1 found").waitFor();
  await page.getByRole("link", { name: email }).first().click();
  await page.getByRole("heading", { name: email, level: 1 }).waitFor();
}

for (const [size, viewport] of SIZES) {
  test(`each page says what it is for (${size})`, async (t) => {
    const owner = await plumber(place, t, `kept-${size}`, viewport);
    await draftQuote(owner.page, owner.who);
    await write(owner.page, "/api/support", { subject: "The deposit", message: "It is asked for twice." });
    const { page, leave } = await keeper(t, `keeper-${size}`, viewport);
    await page.goto("/dashboard");
    if (size === "phone") {
      await page.getByRole("link", { name: "More" }).click();
      await page.getByRole("link", { name: /^Administration/ }).click();
    } else {
      await page.getByRole("button", { name: "Ada Pipe" }).click();
      await page.getByRole("menuitem", { name: "Administration" }).click();
    }
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await page.getByText("None proved yet").waitFor();
    await page.getByRole("heading", { name: "Plans" }).waitFor();
    await sound(page, "admin");
    await picture(page, `admin-${size}`);

    await find(page, `kept-${size}@example.com`);
    await page.getByText("has not allowed support to look").waitFor();
    await sound(page, "admin-user");
    await picture(page, `admin-user-${size}`);
    await page.goto("/admin/users");
    await page.getByRole("searchbox", { name: /^Search email/ }).waitFor();
    await page.getByText(`kept-${size}@example.com`).filter({ visible: true }).waitFor();
    await sound(page, "admin-users");
    await picture(page, `admin-users-${size}`);

    await page.getByRole("link", { name: "Support", exact: true }).filter({ visible: true }).last().click();
    await page.getByRole("heading", { name: "Support", level: 1 }).waitFor();
    await page.getByRole("link", { name: "The deposit" }).filter({ visible: true }).first().waitFor();
    await sound(page, "admin-support");
    await picture(page, `admin-support-${size}`);
    await page.getByRole("link", { name: "The deposit" }).filter({ visible: true }).first().click();
    await page.getByText("It is asked for twice.").waitFor();
    await page.getByRole("button", { name: "Send answer" }).waitFor();
    await page.getByLabel("Your answer").fill("Untick “Ask for a deposit”.\n\nThen send it again.");
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByText("Your answer was sent", { exact: true }).waitFor();
    await page.getByText("Answered", { exact: true }).first().waitFor();
    await sound(page, "admin-question");
    await picture(page, `admin-question-${size}`);
    await mailed(place.server(), `kept-${size}@example.com`, /Untick/);
    await owner.page.goto("/support");
    await owner.page.getByText("Then send it again.").waitFor();
    await sound(owner.page, "support-answered");

    // It is found whatever became of it.
    await page.goto("/admin/support");
    await page.getByLabel("Search questions").fill("deposit");
    await page.getByRole("link", { name: "The deposit" }).filter({ visible: true }).first().waitFor();

    await page.goto("/admin/audit");
    await page.getByText(/answered/).first().waitFor();
    await sound(page, "admin-audit");
    await picture(page, `admin-audit-${size}`);
    await leave();
    await owner.leave();
  });

  test(`an account is suspended and opened again (${size})`, async (t) => {
    const owner = await plumber(place, t, `out-${size}`, viewport);
    owner.expectErrors(/403|4401/);
    await owner.page.goto("/dashboard");
    const { page, leave } = await keeper(t, `outer-${size}`, viewport);
    await find(page, `out-${size}@example.com`);
    await page.getByRole("button", { name: "Suspend the account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Why").fill("Sends spam");
    await sound(page, "admin-suspend");
    await dialog.getByRole("button", { name: "Suspend the account" }).click();
    await page.getByText(/^Suspended since/).waitFor();
    await owner.page.goto("/dashboard");
    await owner.page.getByRole("heading", { name: "Account suspended" }).waitFor();
    await sound(owner.page, "suspended");
    await picture(owner.page, `suspended-${size}`);
    await page.getByRole("button", { name: "Open the account again" }).click();
    await page.getByRole("dialog").getByLabel("Why").fill("A mistake");
    await page.getByRole("dialog").getByRole("button", { name: "Open the account again" }).click();
    await page.getByRole("button", { name: "Suspend the account" }).waitFor();
    await owner.page.reload();
    await owner.page.getByRole("heading", { level: 1 }).first().waitFor();
    await leave();
    await owner.leave();
  });

  test(`support looks into an account with its owner's consent (${size})`, async (t) => {
    const owner = await plumber(place, t, `seen-${size}`, viewport);
    await owner.page.goto("/settings");
    await owner.page.getByRole("button", { name: "Let support look" }).click();
    await owner.page.getByText(/^Support can look until/).waitFor();
    await sound(owner.page, "support-access");
    const { page, leave, expectErrors } = await keeper(t, `seer-${size}`, viewport);
    // What the app would write by itself is refused.
    expectErrors(/403/);
    await find(page, `seen-${size}@example.com`);
    await page.getByRole("button", { name: "Look into the account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Why").fill("A question");
    await dialog.getByRole("button", { name: "Look into the account" }).click();
    const band = page.getByText(/^You look at Ada Pipe's account as support/);
    await band.waitFor();
    await sound(page, "support-band");
    await picture(page, `support-band-${size}`);
    await page.goto("/contacts");
    await page.getByText("Margaret Holroyd").filter({ visible: true }).first().waitFor();
    await band.waitFor();
    // Nothing is begun, and what makes or changes something is not offered.
    assert.equal(await page.getByRole("button", { name: "New", exact: true }).count(), 0);
    for (const path of ["/quotes/create", "/invoices/create", "/add-contact", "/expenses/edit/any"]) {
      await page.goto(path);
      await page.getByRole("heading", { name: "You are looking: nothing can be written" }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Send quote" }).count(), 0);
    }
    await sound(page, "support-looking");
    // What only its owner may do is there to be read, and not to be pressed.
    for (const [path, name] of [
      ["/settings", "Delete account"],
      ["/support", "Send message"],
    ]) {
      await page.goto(path);
      const button = page.getByRole("button", { name, exact: true });
      await button.waitFor();
      assert.ok(await button.isDisabled(), name);
    }
    await page.goto("/admin");
    await page.getByRole("heading", { name: "There is no page here" }).waitFor();
    await owner.page.reload();
    await owner.page.getByText("Plumbline support, looking only").waitFor();
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: `seen-${size}@example.com`, level: 1 }).waitFor();
    await mailed(place.server(), `seen-${size}@example.com`, /Support is looking at your Plumbline account/);

    // Its owner ends the next look, and the one after it: whoever looked is themselves again, where a page is loaded
    // and where one that is open asks for something.
    expectErrors(/401/);
    const asked = () => page.getByRole("link", { name: "Quotes", exact: true }).filter({ visible: true }).first().click();
    for (const goesOn of [() => page.reload(), asked]) {
      await find(page, `seen-${size}@example.com`);
      await page.getByRole("button", { name: "Look into the account" }).click();
      await dialog.getByLabel("Why").fill("Another question");
      await dialog.getByRole("button", { name: "Look into the account" }).click();
      await band.waitFor();
      await owner.page.getByRole("button", { name: "Take it back" }).click();
      await owner.page.getByRole("button", { name: "Let support look" }).click();
      await owner.page.getByText(/^Support can look until/).waitFor();
      await goesOn();
      await page.getByText("Your look into the account is over").waitFor();
      await page.getByRole("heading", { name: "Users", level: 1 }).waitFor();
    }
    await sound(page, "support-over");
    await picture(page, `support-over-${size}`);
    await leave();
    await owner.leave();
  });
}

test("to everybody else there is no such page, and a role that is withdrawn says so", async (t) => {
  const other = await plumber(place, t, "nobody", PHONE);
  await other.page.goto("/admin/users");
  await other.page.getByRole("heading", { name: "There is no page here" }).waitFor();
  await other.leave();
  const { page, email, leave, expectErrors } = await keeper(t, "former", DESKTOP);
  expectErrors(/403/);
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Health" }).waitFor();
  await admin(place.server(), "revoke", email);
  await page.getByRole("link", { name: "Users", exact: true }).click();
  await page.getByRole("heading", { name: "You no longer look after this server" }).waitFor();
  await sound(page, "admin-withdrawn");
  await page.getByRole("button", { name: "Go to the dashboard" }).click();
  await page.waitForURL("**/dashboard");
  await page.goto("/admin");
  await page.getByRole("heading", { name: "There is no page here" }).waitFor();
  await leave();
});
