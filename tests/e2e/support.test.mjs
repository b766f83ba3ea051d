// Asking for help: what is missing is told, what was sent is listed.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { mailed } from "./support/mail.mjs";
import { photo } from "./support/photo.mjs";
import { picture } from "./support/picture.mjs";
import { plumber } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { eventually } from "./support/wait.mjs";

const place = stage();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });

test("a question is sent and stands in the list", async (t) => {
  for (const [size, viewport] of SIZES) {
    const { page, leave, expectErrors } = await plumber(place, t, `asks-${size}`, viewport);
    expectErrors(/422/);
    await page.goto("/dashboard");
    if (size === "phone") {
      await page.getByRole("link", { name: "More" }).click();
      await page.getByRole("link", { name: /^Support/ }).click();
    } else {
      await page.getByRole("button", { name: "Ada Pipe" }).click();
      await page.getByRole("menuitem", { name: "Support" }).click();
    }
    await page.getByRole("heading", { name: "Support", level: 1 }).waitFor();
    await page.getByText("You have not written to us yet.").waitFor();
    await page.getByLabel("What it's about").fill("The deposit");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Please write your message.").waitFor();
    await page.getByLabel("Message").fill("It is asked for twice.\nWhy?");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Your message was sent", { exact: true }).waitFor();
    const sent = page.getByRole("listitem").filter({ hasText: "The deposit" });
    await sent.getByText("It is asked for twice.").waitFor();
    await sound(page, "support");
    await picture(page, `support-${size}`);
    // An answer to it goes to whoever asked.
    await mailed(place.server(), `asks-${size}@example.com`, /It is asked for twice\./);
    await leave();
  }
});

test("pictures on their way are waited for, one that is removed stays away, and what is left out is named", async (t) => {
  const { page, leave, expectErrors } = await plumber(place, t, "attaches", PHONE);
  expectErrors(/4(15|22)/);
  await page.goto("/support");
  await page.getByLabel("What it's about").fill("The tap");
  await page.getByLabel("Message").fill("It drips, see the pictures.");
  const one = await photo(page, 300, 200);
  const paper = { name: "list.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 no picture") };
  const pictures = page.getByRole("list", { name: "Pictures" }).getByRole("listitem");
  const choose = (files) => page.locator('input[type="file"]').setInputFiles(files);
  await choose([paper, one, one]);
  await page.getByText("“list.pdf” was not added", { exact: true }).waitFor();
  await eventually("two pictures", async () => (await pictures.count()) === 2);

  // Three have room, and arrive slowly.
  let open;
  const gate = new Promise((resolve) => {
    open = resolve;
  });
  await page.route("**/api/support/pictures", async (route) => {
    await gate;
    await route.continue();
  });
  await choose(Array(5).fill(one));
  await page.getByRole("button", { name: "Adding…" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Send message" }).isDisabled(), true);
  await page.getByRole("button", { name: "Remove picture 1" }).click();
  open();
  await page.getByText("2 pictures were left out", { exact: true }).waitFor();
  assert.equal(await pictures.count(), 4);
  await picture(page, "support-pictures-phone");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Your message was sent", { exact: true }).waitFor();
  assert.equal((await read(page, "/api/support"))[0].pictures.length, 4);
  assert.equal(await page.getByRole("button", { name: /^Remove picture/ }).count(), 0);
  await leave();
});
