// Rough notes, typed or said, become a job description: by a model, or by the tidier on the device.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { documentId, saved } from "./support/editor.mjs";
import { page as webPage, says, saysThen, startModel } from "./support/model.mjs";
import { picture } from "./support/picture.mjs";
import { draftQuote, plumber } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { eventually } from "./support/wait.mjs";

let model;
const place = stage(async () => {
  model = await startModel();
  return { settings: model.settings };
});
after(() => model?.stop());
const without = stage();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });

/** Waits until a field has this text. */
const reads = (field, text) => eventually(`'${text}'`, async () => (await field.inputValue()) === text);

/** A draft in its editor, and the dialog's parts. */
async function opened(where, t, name, viewport) {
  const person = await plumber(where, t, name, viewport);
  const { page, who } = person;
  const quote = await draftQuote(page, who);
  await page.goto(`/quotes/edit/${quote.id}`);
  const field = page.getByLabel("Job description (optional)", { exact: true });
  await field.waitFor();
  const dialog = page.getByRole("dialog", { name: "Job description from notes" });
  return {
    ...person,
    field,
    dialog,
    open: () => page.getByRole("button", { name: "Tidy up" }).click(),
    notes: dialog.getByLabel("Notes"),
    press: (label) => dialog.getByRole("button", { name: label, exact: true }).click(),
  };
}

test("the model's words come one by one, are compared, used and taken back", async (t) => {
  for (const [size, viewport] of SIZES) {
    const at = await opened(place, t, `write-${size}`, viewport);
    const { page, dialog, field } = at;
    await at.open();
    assert.equal(await at.notes.inputValue(), "New tap", "the notes begin with what stands");
    await dialog.getByText("The writing assistant sees your notes only.").waitFor();
    await at.notes.fill("new tap for margaret holroyd, £89.90 all in, take old one away");
    await sound(page, "the notes");
    await picture(page, `describe-notes-${size}`);
    const { answer, goOn } = saysThen("• Fit a new tap for [1]", "\n• Take the old one away");
    model.next = answer;
    const before = model.asked.length;
    await at.press("Improve");
    await dialog.getByText("• Fit a new tap for margaret holroyd").waitFor();
    assert.equal(await dialog.getByRole("button", { name: "Use this" }).isEnabled(), false, "it is not whole");
    goOn();
    await dialog.getByText("Take the old one away").waitFor();
    await dialog.getByText("Not in it, though in your notes: £89.90.").waitFor();
    const asked = model.asked[before];
    assert.doesNotMatch(asked, /margaret|holroyd|£|89\.90/i);
    await sound(page, "the two side by side");
    await picture(page, `describe-compared-${size}`);

    await at.press("Use this");
    await page.getByText("Job description replaced", { exact: true }).waitFor();
    const written = "• Fit a new tap for margaret holroyd\n• Take the old one away";
    assert.equal(await field.inputValue(), written);
    await saved(page);
    assert.equal((await read(page, `/api/quotes/${documentId(page)}`)).jobDescription, written);
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await reads(field, "New tap");

    // Used again, with more typed after it: the editor's own way back has two steps.
    await at.open();
    model.next = says("Fit a ", "new tap.");
    await dialog.getByRole("radio", { name: "Paragraph" }).click();
    await at.press("Improve");
    await dialog.getByText("Fit a new tap.").waitFor();
    await at.press("Use this");
    await field.press("End");
    await field.pressSequentially(" Today.");
    assert.equal(await field.inputValue(), "Fit a new tap. Today.");
    await field.press("Control+z");
    await reads(field, "Fit a new tap.");
    await field.press("Control+z");
    await reads(field, "New tap");
    await at.leave();
  }
});

test("a model that hangs is cancelled, a rude one is named, and the tidier steps in", async (t) => {
  for (const [size, viewport] of SIZES) {
    const at = await opened(place, t, `rude-${size}`, viewport);
    const { page, dialog, field } = at;
    await at.open();
    await at.notes.fill("fit 22mm pipe then test rcd");
    const { answer, goOn } = saysThen("• Fit", " pipe");
    model.next = answer;
    const left = model.left;
    await at.press("Improve");
    await dialog.getByText("• Fit", { exact: true }).waitFor();
    await at.press("Cancel");
    await dialog.getByText("You stopped it. Your notes are as you left them.").waitFor();
    await eventually("the model to be hung up on", () => model.left === left + 1);
    goOn();
    await at.press("Keep mine");
    assert.equal(await at.notes.inputValue(), "fit 22mm pipe then test rcd");

    for (const [status, sentence] of [
      [200, "The writing assistant gave an answer that could not be read."],
      [401, "The writing assistant refused us."],
      [429, "The writing assistant has too much to do."],
    ]) {
      model.next = webPage(status);
      await at.press("Improve");
      await dialog.getByText(sentence).waitFor();
      if (status !== 429) await at.press("Keep mine");
    }
    await sound(page, "a model that refuses");
    await picture(page, `describe-refused-${size}`);
    await at.press("Tidy it here instead");
    await dialog.getByText("• Fit 22 mm pipe").waitFor();
    await at.press("Use this");
    await reads(field, "• Fit 22 mm pipe\n• Test RCD");
    await at.leave();
  }
});

test("without a model, and without signal, the tidier writes at once", async (t) => {
  for (const [size, viewport] of SIZES) {
    const at = await opened(without, t, `tidy-${size}`, viewport);
    const { page, dialog, field } = at;
    // Fetched once the editor stands, before it is asked for.
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => /tidy_bg.*\.wasm/.test(name)),
    );
    at.expectErrors(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    await page.context().setOffline(true);
    await at.open();
    await dialog.getByText("Your notes are tidied on this device. Nothing leaves it.").waitFor();
    await at.notes.fill("um remove old boiler then fit new worcester 30kw combi");
    await at.notes.press("Control+Enter");
    await dialog.getByText("• Remove old boiler").waitFor();
    await sound(page, "what the tidier made");
    await picture(page, `describe-tidied-${size}`);
    await dialog.getByRole("radio", { name: "Paragraph" }).click();
    await dialog.getByText("Remove old boiler. Fit new Worcester 30 kW combi.").waitFor();
    await at.press("Use this");
    assert.equal(await field.inputValue(), "Remove old boiler. Fit new Worcester 30 kW combi.");
    await page.context().setOffline(false);
    await saved(page);
    await at.leave();
  }
});

test("what is dictated becomes notes, and a microphone that is kept away is told calmly", async (t) => {
  const at = await opened(without, t, "dictate", PHONE);
  const { page, dialog } = at;
  // Chromium here has no service that understands speech: one of our own, told what to hear.
  await page.addInitScript(() => {
    window.SpeechRecognition = class {
      start() {
        window.heard = this;
      }
      stop() {
        this.onend();
      }
      abort() {}
    };
  });
  await page.reload();
  await at.open();
  await at.notes.fill("New kitchen");
  await at.press("Dictate");
  const hear = (...parts) =>
    page.evaluate((all) => {
      const results = all.map(([transcript, isFinal]) => ({ isFinal, 0: { transcript } }));
      window.heard.onresult({ resultIndex: 0, results });
    }, parts);
  assert.equal(await page.evaluate(() => window.heard.lang), "en-GB");
  await hear(["fit two tri", false]);
  await dialog.getByText("fit two tri", { exact: true }).waitFor();
  await sound(page, "dictation");
  await hear(["fit two trvs full stop", true]);
  await reads(at.notes, "New kitchen fit two trvs full stop");
  await picture(page, "describe-dictating");
  await at.press("Stop dictating");
  await at.press("Dictate");
  await page.evaluate(() => {
    window.heard.onerror({ error: "not-allowed" });
    window.heard.onend();
  });
  await dialog.getByText("Your browser keeps the microphone from this page.").waitFor();
  await at.press("Improve");
  await dialog.getByText("• New kitchen fit two TRVs").waitFor();
  await at.leave();
});
