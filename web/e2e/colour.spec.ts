// The business's own colour: chosen in its form, displayed on the customer's page.
import type { Locator } from "@playwright/test";
import { createFullBusiness, createSentDocument } from "./support/customer.ts";
import { expectAccessible, expectSoundLayout } from "./support/layout.ts";
import { getJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

/** The accent colour of a template. */
const readAccent = (printed: Locator) =>
  printed.evaluate((element) => getComputedStyle(element).getPropertyValue("--paper-accent").trim());

test("a brand colour is chosen, picked or typed, and the templates use it", { tag: "@both" }, async ({
  owner,
}) => {
  const { page, expectErrors } = await owner();
  expectErrors(/422/);
  await page.goto("/settings/business-profiles/new");
  await page.getByLabel("Business name").fill("Pipe & Daughters");
  const expectColour = async (template: string, colour: string) => {
    const preview = page.locator(`.template-sheet .paper[data-template="${template}"]`);
    await expect.poll(() => readAccent(preview), { message: template }).toBe(colour);
  };
  await expectColour("colored", "#0f5c63");

  const blue = page.getByRole("button", { name: "Blue" });
  await blue.click();
  await expectColour("colored", "#1a5fb4");
  await expectColour("bold", "#1a5fb4");
  await expectColour("classic", "#14213d");
  const typed = page.getByLabel("Your colour (optional)");
  await expect(typed).toHaveValue("#1a5fb4");
  await expect(blue).toHaveAttribute("aria-pressed", "true");
  await expectSoundLayout(page, "the colours");

  await page.getByLabel("Another colour").fill("#7a1f3d");
  await expectColour("colored", "#7a1f3d");
  await typed.fill("B3261E");
  await typed.blur();
  await expect(typed).toHaveValue("#b3261e");
  await expectColour("colored", "#b3261e");
  await page.getByRole("button", { name: "The template’s own" }).click();
  await expectColour("colored", "#0f5c63");

  await typed.fill("sky blue");
  await page.getByRole("button", { name: "Save business" }).click();
  await expect(page.getByText("Enter a colour as # and six digits or letters from A to F")).toBeVisible();
  await expect(typed, "nothing typed is lost").toHaveValue("sky blue");
  await expect(typed).toBeFocused();
  await page.getByRole("button", { name: "Yellow" }).click();
  await page.getByRole("button", { name: "Save business" }).click();
  await expect(page.getByText("Pipe & Daughters was saved", { exact: true })).toBeVisible();
  expect(await getJson(page, "/api/business-profiles")).toMatchObject([{ brandColour: "#ffc629" }]);
});

test("the customer's page has the business's colour, and every word on it can be read", {
  tag: "@both",
}, async ({ office, enter }) => {
  const { page: asker } = await office();
  const { page } = await enter();
  const printed = page.locator("article.paper");
  const head = printed.locator(".paper-head");
  const show = async (template: string, brandColour: string) => {
    const who = await createFullBusiness(asker, template, { brandColour });
    await page.goto((await createSentDocument(asker, "quote", who)).publicUrl);
    await expect(printed).toBeVisible();
  };
  for (const [template, brandColour, ofHead, ofTotal] of [
    ["colored", "#1a5fb4", "rgb(26, 95, 180)", "rgb(26, 95, 180)"],
    ["bold", "#1b365d", "rgb(27, 54, 93)", "rgb(27, 54, 93)"],
    ["bold", "#ff9500", "rgb(20, 20, 20)", "rgb(255, 149, 0)"],
  ] as const) {
    await show(template, brandColour);
    await expect(head).toHaveCSS("background-color", ofHead);
    await expect(printed.locator(".paper-total")).toHaveCSS("background-color", ofTotal);
    // axe checks the contrast too.
    await expectAccessible(page, `${template} in ${brandColour}`);
  }
  // White text would not be legible on this colour.
  await show("colored", "#ffc629");
  await expect(head).not.toHaveCSS("background-color", "rgb(255, 198, 41)");
  await expectAccessible(page, "colored in #ffc629");
});
