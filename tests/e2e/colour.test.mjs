// The business's own colour: chosen in its form, seen on the page of its customer and on paper.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { business, sent } from "./support/customer.mjs";
import { arrive } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { eventually } from "./support/wait.mjs";

const { server, enter, office } = stage({ settings: { PLUMBLINE_LIMIT_FACTOR: "3" } });

/** A variable of a sheet's style, as it counts there. */
const painted = (sheet, name) =>
  sheet.evaluate((paper, variable) => getComputedStyle(paper).getPropertyValue(variable).trim(), name);

const background = (place) => place.evaluate((part) => getComputedStyle(part).backgroundColor);

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a colour is tapped, picked and typed, and the templates show it (${size})`, async (t) => {
    const ada = await enter(viewport);
    t.after(() => ada.close());
    const { page } = ada;
    ada.expectErrors(/422/);
    await arrive(page, server(), `colour-${size}@example.com`);
    await page.goto("/settings/business-profiles/new");
    await page.getByLabel("Business name").fill("Pipe & Daughters");
    const sheet = (template) => page.locator(`.template-sheet .paper[data-template="${template}"]`);
    await sheet("colored").waitFor({ state: "attached" });
    assert.equal(await painted(sheet("colored"), "--paper-accent"), "#0f5c63");

    const accent = (template, colour) =>
      eventually(`${template} in ${colour}`, async () => {
        return (await painted(sheet(template), "--paper-accent")) === colour;
      });
    await page.getByRole("button", { name: "Blue" }).click();
    await accent("colored", "#1a5fb4");
    await accent("bold", "#1a5fb4");
    assert.equal(await painted(sheet("classic"), "--paper-accent"), "#14213d");
    const typed = page.getByLabel("Your colour (optional)");
    assert.equal(await typed.inputValue(), "#1a5fb4");
    assert.equal(await page.getByRole("button", { name: "Blue" }).getAttribute("aria-pressed"), "true");
    await sound(page, `the colours (${size})`);

    await page.getByLabel("Another colour").fill("#7a1f3d");
    await accent("colored", "#7a1f3d");
    await typed.fill("B3261E");
    await typed.blur();
    assert.equal(await typed.inputValue(), "#b3261e");
    await accent("colored", "#b3261e");
    await page.getByRole("button", { name: "The template's own" }).click();
    await accent("colored", "#0f5c63");

    await typed.fill("sky blue");
    await page.getByRole("button", { name: "Save business" }).click();
    await page.getByText("Enter a colour as # and six digits or letters from A to F").waitFor();
    assert.equal(await typed.inputValue(), "sky blue", "nothing typed is lost");
    assert.equal(await typed.evaluate((field) => field === document.activeElement), true);
    await page.getByRole("button", { name: "Yellow" }).click();
    await page.getByRole("button", { name: "Save business" }).click();
    await page.getByText("Pipe & Daughters was saved", { exact: true }).waitFor();
    const profiles = await (await page.request.get("/api/business-profiles")).json();
    assert.equal(profiles[0].brandColour, "#ffc629");
    await ada.leave();
  });

  test(`the customer's page is of the colour, and every word on it is read (${size})`, async (t) => {
    const plumber = await office();
    const customer = await enter(viewport);
    t.after(() => Promise.all([plumber.close(), customer.close()]));
    await arrive(plumber.page, server(), `page-${size}@example.com`);
    for (const [template, brandColour, head, total] of [
      ["colored", "#1a5fb4", "rgb(26, 95, 180)", "rgb(26, 95, 180)"],
      ["bold", "#1b365d", "rgb(27, 54, 93)", "rgb(27, 54, 93)"],
      ["bold", "#ff9500", "rgb(20, 20, 20)", "rgb(255, 149, 0)"],
      ["colored", "#ffc629", null, null],
    ]) {
      const who = await business(plumber.page, template, { brandColour });
      const { publicUrl } = await sent(plumber.page, "quote", who);
      await customer.page.goto(publicUrl);
      const paper = customer.page.locator("article.paper");
      await paper.waitFor();
      if (head) {
        assert.equal(await background(paper.locator(".paper-head")), head, `${template} ${brandColour}`);
        assert.equal(await background(paper.locator(".paper-total")), total, `${template} ${brandColour}`);
      } else {
        assert.notEqual(await background(paper.locator(".paper-head")), "rgb(255, 198, 41)");
      }
      // Contrast is among what is looked at.
      await sound(customer.page, `${template} in ${brandColour} (${size})`);
    }
    await customer.leave();
  });
}
