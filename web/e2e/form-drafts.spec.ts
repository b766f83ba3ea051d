// Form input is stored on the device, since a phone may end an app in the background at any time.
import type { Page } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { createPhoto } from "./support/photo.ts";
import { getJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** The form drafts and their photos stored on the device, each as JSON. */
const readDrafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open("plumbline-typed");
        // It doesn't exist yet, and only the app may create it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve([]);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("forms").objectStore("forms").getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map((form) => JSON.stringify(form)));
          };
        };
      }),
  );

test("an unsaved contact and an unsaved expense are restored when the app is reopened", async ({
  plumber,
}) => {
  const { page: first, context } = await plumber(PHONE);
  await first.goto("/add-contact");
  await first.getByLabel("Name", { exact: true }).fill("Dora Cellar");
  await first.getByLabel("Phone").fill("0113 496 0000");
  await expect.poll(() => readDrafts(first)).toEqual([expect.stringMatching(/Dora Cellar.*0113 496 0000/)]);
  const second = await context.newPage();
  await first.close();
  await second.goto("/add-contact");
  await expect(second.getByLabel("Name", { exact: true })).toHaveValue("Dora Cellar");
  await expect(second.getByLabel("Phone")).toHaveValue("0113 496 0000");
  await second.getByRole("button", { name: "Save customer" }).click();
  await second.waitForURL(/\/contacts\/[0-9a-f-]+$/);
  await expect.poll(() => readDrafts(second)).toEqual([]);

  await second.goto("/expenses/create");
  await second.getByLabel("Photo of a receipt").setInputFiles(await createPhoto(second, 600, 800));
  await second.getByLabel("Amount paid").fill("43.20");
  // Only the form draft: its photo is being sent to the server.
  const withPhoto = expect.stringMatching(/"43\.20".*"photos":\["[^"]+"\]/);
  await expect.poll(() => readDrafts(second)).toEqual([withPhoto]);
  const third = await context.newPage();
  await second.close();
  await third.goto("/expenses/create");
  await expect(third.getByLabel("Amount paid")).toHaveValue("43.20");
  await third.getByRole("button", { name: "Save expense" }).click();
  await third.waitForURL("**/expenses");
  const { data } = await getJson(third, "/api/expenses");
  expect(data).toHaveLength(1);
  const { receipts } = await getJson(third, `/api/expenses/${data[0].id}`);
  expect(receipts, "with its photo").toHaveLength(1);

  // A form that is left deliberately is discarded.
  await third.goto("/add-contact");
  await third.getByLabel("Name", { exact: true }).fill("Nobody");
  await expect.poll(() => readDrafts(third)).toEqual([expect.stringContaining("Nobody")]);
  await third.getByRole("link", { name: "Contacts" }).first().click();
  const question = third.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Leave" }).click();
  await expect.poll(() => readDrafts(third)).toEqual([]);
});
