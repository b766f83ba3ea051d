// A plan that ends while somebody writes: the typed text stays on the device, and is sent automatically once
// there is a plan.
import type { Page } from "@playwright/test";
import { DESKTOP } from "./support/browser.ts";
import { waitForUnsentText } from "./support/device-storage.ts";
import { expectFits } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, getJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const SENTENCE = "Your plan has ended.";

/**
 * From now on the server responds to this page as if its account had no plan; the returned function gives it
 * one.
 */
async function endPlan(page: Page): Promise<() => void> {
  const known = (lapsed: boolean) => ({
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
  const refusal = { message: `${SENTENCE} Choose a plan to carry on.`, code: "plan_lapsed", errors: [] };
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

test("what is typed after the plan ended is kept, and sent automatically with the next plan", {
  tag: "@both",
}, async ({ plumber, size }) => {
  const { page, who, expectErrors } = await plumber();
  expectErrors(/402/);
  const draft = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${draft.id}`);
  const jobDescription = page.getByLabel("Job description");
  await jobDescription.waitFor();
  const renew = await endPlan(page);
  await jobDescription.fill("New tap, and the trap under it");
  await page.getByText(/What you type is saved on this (phone|computer) until you have a plan\./).waitFor();
  await jobDescription.fill("New tap, and the trap under it, before Easter");
  await waitForUnsentText(page, "before Easter");
  await expectFits(page, "an editor whose plan has lapsed");
  await takePagePicture(page, `plan-editor-${size}`);

  // After reopening, the text can still be read.
  await page.reload();
  await expect(jobDescription).toHaveValue("New tap, and the trap under it, before Easter");

  expect((await getJson(page, `/api/quotes/${draft.id}`)).jobDescription).toBe("New tap");
  await page.goto("/waiting");
  await page.getByText("Needs a plan", { exact: true }).waitFor();
  renew();
  await page.getByRole("link", { name: "Choose a plan" }).click();
  await page.getByRole("heading", { name: "Core" }).first().waitFor();
  const onServer = async () => (await getJson(page, `/api/quotes/${draft.id}`)).jobDescription;
  await expect.poll(onServer).toMatch(/before Easter$/);
});

test("every write without a plan opens the same dialog, on every page", async ({ plumber }) => {
  const { page, who, expectErrors } = await plumber(DESKTOP);
  expectErrors(/402/);
  await endPlan(page);
  await page.goto(`/settings/business-profiles/${who.profile.id}`);
  await page.getByRole("textbox", { name: /^Phone/ }).fill("0113 496 0199");
  await page.getByRole("button", { name: "Save changes" }).click();
  const dialog = page.getByRole("dialog", { name: "Your plan has ended" });
  await dialog.getByText(/To make and send new work, choose a plan\.$/).waitFor();
  await dialog.getByRole("button", { name: "Not now" }).click();
  // It is still in its field.
  await expect(page.getByRole("textbox", { name: /^Phone/ })).toHaveValue("0113 496 0199");
  await takePagePicture(page, "plan-profile-desktop");
});
