// What is typed into a form outlives its page: phones end an app that lies in a pocket without a word.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { PHONE } from "./support/browser.mjs";
import { photo } from "./support/photo.mjs";
import { plumber } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { eventually } from "./support/wait.mjs";

const place = stage();

/** How many forms the device keeps. */
const kept = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("plumbline-typed");
        opening.onupgradeneeded = () => opening.transaction.abort();
        opening.onerror = () => resolve(0);
        opening.onsuccess = () => {
          const counting = opening.result.transaction("forms").objectStore("forms").count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

test("a contact and an expense that were typed and not saved are there when the app is opened again", async (t) => {
  const { page, context, leave } = await plumber(place, t, "pocket", PHONE);
  await page.goto("/add-contact");
  await page.getByLabel("Name", { exact: true }).fill("Dora Cellar");
  await page.getByLabel("Phone").fill("0113 496 0000");
  await eventually("the form is kept", async () => (await kept(page)) === 1 || undefined);
  // Longer than the typing pauses.
  await page.waitForTimeout(600);
  const second = await context.newPage();
  await page.close();
  await second.goto("/add-contact");
  await eventually("the name", async () => {
    const name = second.getByLabel("Name", { exact: true });
    return (await name.inputValue().catch(() => "")) === "Dora Cellar" || undefined;
  });
  assert.equal(await second.getByLabel("Phone").inputValue(), "0113 496 0000");
  await second.getByRole("button", { name: "Save contact" }).click();
  await second.waitForURL(/\/contacts\/[0-9a-f-]+$/);
  await eventually("the form is let go of", async () => (await kept(second)) === 0 || undefined);

  await second.goto("/expenses/create");
  await second.getByLabel("Photo of a receipt").setInputFiles(await photo(second, 600, 800));
  await second.getByLabel("Amount paid").fill("43.20");
  await eventually("the expense is kept", async () => (await kept(second)) === 1 || undefined);
  await second.waitForTimeout(2_500);
  const third = await context.newPage();
  await second.close();
  await third.goto("/expenses/create");
  await eventually("the amount", async () => {
    const amount = third.getByLabel("Amount paid");
    return (await amount.inputValue().catch(() => "")) === "43.20" || undefined;
  });
  await third.getByRole("button", { name: "Save expense" }).click();
  await third.waitForURL("**/expenses");
  const { data } = await read(third, "/api/expenses");
  assert.equal(data.length, 1);
  const whole = await read(third, `/api/expenses/${data[0].id}`);
  assert.equal(whole.receipts.length, 1, "with its photo");
  // Left by a person's own word, it is gone.
  await third.goto("/add-contact");
  await third.getByLabel("Name", { exact: true }).fill("Nobody");
  await eventually("the form is kept", async () => (await kept(third)) === 1 || undefined);
  await third.getByRole("link", { name: "Contacts" }).first().click();
  await third.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
  await eventually("the form is let go of", async () => (await kept(third)) === 0 || undefined);
  await leave();
});
