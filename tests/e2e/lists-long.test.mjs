// A list of more than a thousand: what stands in the page, how it scrolls, and what the keyboard, a screen reader and
// a printer find in it.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { plumber } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { day } from "./support/customer.mjs";

const place = stage();
const MANY = 1_200;
const SHOTS = process.env.PLUMBLINE_SHOTS;

/** So many drafts, made a few at a time by the page's own session. */
async function fill(page, { profile, contact }) {
  const make = (n) =>
    page.request.post("/api/quotes", {
      data: {
        businessProfileId: profile.id,
        contactId: contact.id,
        issueDate: day(-n % 300),
        expiryDate: day(30),
        jobDescription: `Job number ${n}`,
        notes: "",
        items: [{ id: "a", name: "Work", description: "", quantity: "1", price: `${n % 97}.50` }],
      },
    });
  for (let n = 0; n < MANY; n += 8) {
    const made = await Promise.all(Array.from({ length: Math.min(8, MANY - n) }, (_, at) => make(n + at)));
    for (const answer of made) assert.equal(answer.status(), 201, await answer.text());
  }
}

/** Scrolls to the end as a flick does, while it is noted how long each frame takes. */
const scrollAll = (page) =>
  page.evaluate(async () => {
    const frames = [];
    const stop = Date.now() + 60_000;
    let before = performance.now();
    let still = 0;
    while (still < 30 && Date.now() < stop) {
      const at = window.scrollY;
      window.scrollBy(0, 700);
      const now = await new Promise(requestAnimationFrame);
      frames.push(now - before);
      before = now;
      still = window.scrollY === at ? still + 1 : 0;
      if (still > 0) await new Promise((resume) => setTimeout(resume, 100));
      if (still > 0) before = performance.now();
    }
    frames.sort((one, other) => one - other);
    return { p95: frames[Math.floor(frames.length * 0.95)], worst: frames.at(-1), frames: frames.length };
  });

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`of ${MANY} rows only those near what is seen stand in the page (${size})`, { timeout: 240_000 }, async (t) => {
    const { page, who, leave } = await plumber(place, t, `long-${size}`, viewport);
    await fill(page, who);
    await page.goto("/quotes");
    const rows = page.locator("[data-index]");
    await rows.first().waitFor();
    const { p95, worst, frames } = await scrollAll(page);
    t.diagnostic(`${frames} frames, p95 ${p95.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`);
    await page.getByText(`Showing 1,200 of 1,200`).waitFor();
    const inPage = await rows.count();
    assert.ok(inPage < 80, `${inPage} rows stand in the page`);
    // The last row is there, and says which of how many it is.
    const last = rows.last();
    if (size === "desktop") {
      assert.equal(await last.getAttribute("aria-rowindex"), `${MANY + 1}`);
      assert.equal(await page.getByRole("table").getAttribute("aria-rowcount"), `${MANY + 1}`);
    } else {
      assert.equal(await last.getAttribute("aria-posinset"), `${MANY}`);
      assert.equal(await last.getAttribute("aria-setsize"), `${MANY}`);
    }
    assert.ok(p95 < 50, `a frame takes ${p95.toFixed(1)} ms`);
    await sound(page, "a long list at its end");
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/long-${size}.png` });
    // What has the focus stays, wherever the page is scrolled to, and the tab key goes on from it.
    await page.evaluate(() => window.scrollTo(0, 0));
    const first = page.locator('[data-index="0"] a');
    await first.focus();
    await page.evaluate(() => window.scrollTo(0, 20_000));
    await page.locator('[data-index="200"]').waitFor();
    assert.ok(await first.evaluate((link) => link === document.activeElement), "the focus stays");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const place = await page.evaluate(() => document.activeElement.closest("[data-index]")?.dataset.index);
    assert.equal(place, "1");
    // Printed, every row that was read is there.
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.equal(await rows.count(), MANY);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await page.waitForFunction(() => document.querySelectorAll("[data-index]").length < 80);
    await leave();
  });
}
