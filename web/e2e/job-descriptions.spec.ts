// Rough notes, typed or dictated, become a job description: by a language model, or by the tidier on the
// device.
import type { Locator, Page, ViewportSize } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { getDocumentId, waitForSaved } from "./support/editor.ts";
import {
  type LanguageModel,
  respondInTwoParts,
  respondWith,
  startLanguageModel,
  respondWithPage as webPage,
} from "./support/language-model.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, getJson } from "./support/seed.ts";
import { test as base, expect, type Owner } from "./support/test.ts";

/** A draft in its editor, with the dialog for notes. */
interface NotesFixture extends Owner {
  /** The job description in the editor. */
  field: Locator;
  dialog: Locator;
  /** The notes in the dialog. */
  notes: Locator;
  open: () => Promise<void>;
  press: (label: string) => Promise<void>;
}

/** With a server that has no model. */
const test = base.extend<{ atNotes: (viewport?: ViewportSize) => Promise<NotesFixture> }>({
  atNotes: async ({ plumber }, use) => {
    await use(async (viewport) => {
      const person = await plumber(viewport);
      const { page } = person;
      const quote = await createDraftQuote(page, person.who);
      await page.goto(`/quotes/edit/${quote.id}`);
      const field = page.getByLabel("Job description (optional)", { exact: true });
      await field.waitFor();
      const dialog = page.getByRole("dialog", { name: "Job description from notes" });
      return {
        ...person,
        field,
        dialog,
        notes: dialog.getByLabel("Notes"),
        open: () => page.getByRole("button", { name: "Tidy up" }).click(),
        press: (label) => dialog.getByRole("button", { name: label, exact: true }).click(),
      };
    });
  },
});

/** With a server whose model responds as the test says. */
const testWithModel = test.extend<object, { model: LanguageModel }>({
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures this one needs
    async ({}, use) => {
      const model = await startLanguageModel();
      await use(model);
      model.stop();
    },
    { scope: "worker" },
  ],
  settings: [async ({ model }, use) => use(model.settings), { scope: "worker" }],
});

testWithModel(
  "the model's text arrives word by word, and is compared, used and undone",
  { tag: "@both" },
  async ({ atNotes, model, size }) => {
    const { page, dialog, field, notes, open, press } = await atNotes();
    await open();
    await expect(notes, "the notes begin with what is written already").toHaveValue("New tap");
    await dialog.getByText("The writing assistant only sees your notes.").waitFor();
    await notes.fill("new tap for margaret holroyd, £89.90 all in, take old one away");
    await takePagePicture(page, `describe-notes-${size}`);
    const { answer, goOn } = respondInTwoParts("• Fit a new tap for [1]", "\n• Take the old one away");
    model.next = answer;
    const before = model.prompts.length;
    await press("Improve");
    await dialog.getByText("• Fit a new tap for margaret holroyd").waitFor();
    await expect(dialog.getByRole("button", { name: "Use this" }), "more is to come").toBeDisabled();
    goOn();
    await dialog.getByText("Take the old one away").waitFor();
    await dialog.getByText("In your notes but left out: £89.90.").waitFor();
    expect(model.prompts).toHaveLength(before + 1);
    expect(model.prompts[before]).not.toMatch(/margaret|holroyd|£|89\.90/i);
    await expectSoundLayout(page, "the two side by side");
    await takePagePicture(page, `describe-compared-${size}`);

    await press("Use this");
    await page.getByText("Job description replaced", { exact: true }).waitFor();
    const written = "• Fit a new tap for margaret holroyd\n• Take the old one away";
    await expect(field).toHaveValue(written);
    await waitForSaved(page);
    expect((await getJson(page, `/api/quotes/${getDocumentId(page)}`)).jobDescription).toBe(written);
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await expect(field).toHaveValue("New tap");

    // Used again, with more typed after it: undoing in the editor then takes two steps.
    await open();
    model.next = respondWith("Fit a ", "new tap.");
    await dialog.getByRole("radio", { name: "Paragraph" }).click();
    await press("Improve");
    await dialog.getByText("Fit a new tap.").waitFor();
    await press("Use this");
    await field.press("End");
    await field.pressSequentially(" Today.");
    await expect(field).toHaveValue("Fit a new tap. Today.");
    await field.press("Control+z");
    await expect(field).toHaveValue("Fit a new tap.");
    await field.press("Control+z");
    await expect(field).toHaveValue("New tap");
  },
);

testWithModel(
  "a model that hangs is cancelled, another model's error is shown, and the tidier takes over",
  { tag: "@both" },
  async ({ atNotes, model, size }) => {
    const { page, dialog, field, notes, open, press } = await atNotes();
    await open();
    await notes.fill("fit 22mm pipe then test rcd");
    const { answer, goOn } = respondInTwoParts("• Fit", " pipe");
    model.next = answer;
    const left = model.hangUps;
    await press("Improve");
    await dialog.getByText("• Fit", { exact: true }).waitFor();
    await press("Cancel");
    await dialog.getByText("You stopped it. Your notes are as you left them.").waitFor();
    await expect.poll(() => model.hangUps, "the model was hung up on").toBe(left + 1);
    goOn();
    await press("Use mine");
    await expect(notes).toHaveValue("fit 22mm pipe then test rcd");

    for (const [status, sentence] of [
      [200, "We couldn’t read the writing assistant’s reply."],
      [401, "The writing assistant refused us."],
      [429, "The writing assistant has too much to do."],
    ] as const) {
      model.next = webPage(status);
      await press("Improve");
      await dialog.getByText(sentence).waitFor();
      if (status !== 429) await press("Use mine");
    }
    await expectFits(page, "a model that refuses");
    await takePagePicture(page, `describe-refused-${size}`);
    await press("Tidy it here instead");
    await dialog.getByText("• Fit 22 mm pipe").waitFor();
    await press("Use this");
    await expect(field).toHaveValue("• Fit 22 mm pipe\n• Test RCD");
  },
);

test("without a model, and without signal, the tidier writes at once", { tag: "@both" }, async ({
  atNotes,
  size,
}) => {
  const { page, context, dialog, field, notes, open, press, expectErrors } = await atNotes();
  // The dialog's script is prefetched once the editor is displayed.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /DescribeDialog.*\.js/.test(name)),
  );
  expectErrors(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await context.setOffline(true);
  await open();
  await dialog.getByText("Your notes are tidied on this device. Nothing leaves it.").waitFor();
  await notes.fill("um remove old boiler then fit new worcester 30kw combi");
  await notes.press("Control+Enter");
  await dialog.getByText("• Remove old boiler").waitFor();
  await takePagePicture(page, `describe-tidied-${size}`);
  await dialog.getByRole("radio", { name: "Paragraph" }).click();
  await dialog.getByText("Remove old boiler. Fit new Worcester 30 kW combi.").waitFor();
  await press("Use this");
  await expect(field).toHaveValue("Remove old boiler. Fit new Worcester 30 kW combi.");
  await context.setOffline(false);
  await waitForSaved(page);
});

test("dictation becomes notes, and a refused microphone is reported calmly", async ({ atNotes }) => {
  const { page, dialog, notes, open, press } = await atNotes(PHONE);
  await page.addInitScript(fakeSpeech);
  await page.reload();
  await open();
  await notes.fill("New kitchen");
  await press("Dictate");
  expect(await page.evaluate(() => window.heard.lang)).toBe("en-GB");
  await dictate(page, "fit two tri", false);
  await dialog.getByText("fit two tri", { exact: true }).waitFor();
  await expectFits(page, "dictation");
  await dictate(page, "fit two trvs full stop", true);
  await expect(notes).toHaveValue("New kitchen fit two trvs full stop");
  await takePagePicture(page, "describe-dictating");
  await press("Stop dictating");
  await press("Dictate");
  await page.evaluate(() => {
    window.heard.onerror({ error: "not-allowed" });
    window.heard.onend();
  });
  await dialog.getByText("Your browser doesn’t let this page use the microphone.").waitFor();
  await press("Improve");
  await dialog.getByText("• New kitchen fit two TRVs").waitFor();
});

/** The properties that the app sets on the browser's speech recogniser. */
interface Recogniser {
  lang: string;
  onresult: (event: object) => void;
  onerror: (event: { error: string }) => void;
  onend: () => void;
}

declare global {
  interface Window {
    /** The recogniser started last. */
    heard: Recogniser;
  }
}

/** In the page: a fake speech recogniser that the test controls, as this Chromium has none. */
function fakeSpeech(): void {
  class Fake implements Recogniser {
    lang = "";
    onresult = () => {};
    onerror = () => {};
    onend = () => {};
    start() {
      window.heard = this;
    }
    stop() {
      this.onend();
    }
    abort() {}
  }
  Object.assign(window, { SpeechRecognition: Fake });
}

/** Simulates recognised speech, which may still change until it is final. */
async function dictate(page: Page, transcript: string, isFinal: boolean): Promise<void> {
  const event = { resultIndex: 0, results: [{ isFinal, 0: { transcript } }] };
  await page.evaluate((heard) => window.heard.onresult(heard), event);
}
