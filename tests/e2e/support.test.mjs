// Asking for help: what is missing is told, what was sent is listed.
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { mailed } from "./support/mail.mjs";
import { picture } from "./support/picture.mjs";
import { plumber } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });

test("a question is sent and stands in the list", async (t) => {
  for (const [size, viewport] of SIZES) {
    const { page, leave, expectErrors } = await plumber(place, t, `asks-${size}`, viewport);
    expectErrors(/422/);
    await page.goto("/dashboard");
    if (size === "phone") {
      await page.getByRole("link", { name: "More" }).click();
      await page.getByRole("link", { name: /^Support/ }).click();
    } else {
      await page.getByRole("button", { name: "Ada Pipe" }).click();
      await page.getByRole("menuitem", { name: "Support" }).click();
    }
    await page.getByRole("heading", { name: "Support", level: 1 }).waitFor();
    await page.getByText("You have not written to us yet.").waitFor();
    await page.getByLabel("What it's about").fill("The deposit");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Please write your message.").waitFor();
    await page.getByLabel("Message").fill("It is asked for twice.\nWhy?");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Your message was sent", { exact: true }).waitFor();
    const sent = page.getByRole("listitem").filter({ hasText: "The deposit" });
    await sent.getByText("It is asked for twice.").waitFor();
    await sound(page, "support");
    await picture(page, `support-${size}`);
    // An answer to it goes to whoever asked.
    await mailed(place.server(), `asks-${size}@example.com`, /It is asked for twice\./);
    await leave();
  }
});
