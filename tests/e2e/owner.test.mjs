// A document without a business profile is from whoever writes it.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage({ settings: { PLUMBLINE_LIMIT_FACTOR: "3" } });

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a quote is written and sent before there is a business (${size})`, async (t) => {
    const ada = await enter(viewport);
    t.after(() => ada.close());
    const { page } = ada;
    await arrive(page, server(), `owner-${size}@example.com`);
    await page.goto("/quotes/create");
    const from = page.getByRole("region", { name: "Customer, business and dates" });
    await from.getByText("Ada Pipe", { exact: true }).waitFor();
    await from.getByRole("link", { name: "Add your business" }).waitFor();
    await page.getByLabel("Line 1 description", { exact: true }).fill("New tap");
    await page.getByLabel("Line 1 price", { exact: true }).fill("89.90");
    await page.getByText("Saved", { exact: true }).waitFor();
    await sound(page, `a quote from its owner (${size})`);
    const { data } = await read(page, "/api/quotes");
    const kept = await read(page, `/api/quotes/${data[0].id}`);
    assert.equal(kept.businessProfileId, null);

    // With a business there is something to choose.
    const profile = await write(page, "/api/business-profiles", { name: "Pipe & Daughters" });
    await page.goto(`/quotes/edit/${kept.id}`);
    const choice = page.getByLabel("From", { exact: true });
    assert.equal(await choice.inputValue(), "");
    assert.equal(await choice.locator("option:checked").innerText(), "Ada Pipe, no business");
    await choice.selectOption(profile.id);
    await page.getByText("Saved", { exact: true }).waitFor();
    await from.getByText("Pipe & Daughters", { exact: true }).waitFor();
    assert.equal((await read(page, `/api/quotes/${kept.id}`)).businessProfileId, profile.id);
    await ada.leave();
  });
}
