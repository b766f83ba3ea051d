// A plan that lapses under the pen: what is typed stays on the device, and goes out by itself once there is a plan.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { picture } from "./support/picture.mjs";
import { draftQuote, plumber } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { keptOnDevice } from "./support/unsent.mjs";
import { eventually } from "./support/wait.mjs";

const place = stage();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });
const SENTENCE = "Your plan has ended.";

/** From now on the server answers this page as one whose account has no plan. Answers how to give it one. */
async function lapse(page) {
  const known = (lapsed) => ({
    plan: "core",
    planName: "Core",
    standing: lapsed ? { is: "lapsed", why: "cancelled" } : { is: "paying" },
    sentence: lapsed ? SENTENCE : null,
    mayWrite: !lapsed,
    price: "15.00",
    features: [],
    trialTo: "2026-01-14",
    paidTo: "2026-02-14",
    cancelled: lapsed,
    hasPortal: true,
    plans: [
      { plan: "core", name: "Core", price: "15.00", features: [] },
      { plan: "plus", name: "Plus", price: "20.00", features: ["reports"] },
    ],
    invoices: [],
  });
  const refusal = { message: `${SENTENCE} Choose a plan to keep writing.`, code: "plan_lapsed", errors: [] };
  let isLapsed = true;
  await page.route("**/api/subscription", (route) => route.fulfill({ json: known(isLapsed) }));
  await page.route("**/api/**", (route) => {
    const writes = !["GET", "HEAD"].includes(route.request().method());
    const isOpen = /\/api\/(auth|account|notifications|subscription)/.test(route.request().url());
    if (!isLapsed || !writes || isOpen) return route.fallback();
    return route.fulfill({ status: 402, json: refusal });
  });
  return () => {
    isLapsed = false;
  };
}

test("what is typed when the plan lapses is kept, and goes out by itself with the next one", async (t) => {
  for (const [size, viewport] of SIZES) {
    const ada = await plumber(place, t, `pen-${size}`, viewport);
    const { page, who } = ada;
    ada.expectErrors(/402/);
    const draft = await draftQuote(page, who);
    await page.goto(`/quotes/edit/${draft.id}`);
    const words = page.getByLabel("Job description");
    await words.waitFor();
    const renew = await lapse(page);
    await words.fill("New tap, and the trap under it");
    await page.getByText(/What you type is kept on this (phone|computer) until there is a plan\./).waitFor();
    await words.fill("New tap, and the trap under it, before Easter");
    await keptOnDevice(page, "before Easter");
    await sound(page, "an editor whose plan has lapsed");
    await picture(page, `plan-editor-${size}`);

    // Opened again it is there to be read.
    await page.reload();
    await words.waitFor();
    assert.equal(await words.inputValue(), "New tap, and the trap under it, before Easter");

    assert.equal((await read(page, `/api/quotes/${draft.id}`)).jobDescription, "New tap");
    await page.goto("/waiting");
    await page.getByText("Needs a plan", { exact: true }).waitFor();
    renew();
    await page.getByRole("link", { name: "Choose a plan" }).click();
    await page.getByRole("heading", { name: "Core" }).first().waitFor();
    await eventually("what was typed on the server", async () =>
      (await read(page, `/api/quotes/${draft.id}`)).jobDescription.endsWith("before Easter"),
    );
    await ada.leave();
  }
});

test("a button that writes is answered in one panel, whatever the page", async (t) => {
  const ada = await plumber(place, t, "button", DESKTOP);
  const { page, who } = ada;
  ada.expectErrors(/402/);
  await lapse(page);
  await page.goto(`/settings/business-profiles/${who.profile.id}`);
  await page.getByRole("textbox", { name: /^Phone/ }).fill("0113 496 0199");
  await page.getByRole("button", { name: "Save changes" }).click();
  const told = page.getByRole("dialog", { name: "Your plan has ended" });
  await told.getByText(/To write and send again, choose a plan\.$/).waitFor();
  await sound(page, "a profile that was not saved");
  await told.getByRole("button", { name: "Not now" }).click();
  // It is still in its field.
  assert.equal(await page.getByRole("textbox", { name: /^Phone/ }).inputValue(), "0113 496 0199");
  await picture(page, "plan-profile-desktop");
  await ada.leave();
});
