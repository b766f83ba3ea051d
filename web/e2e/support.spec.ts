// Asking for help: missing input is reported, and sent questions are listed.
import { PHONE } from "./support/browser.ts";
import { expectSoundLayout } from "./support/layout.ts";
import { waitForMail } from "./support/mail.ts";
import { createPhoto, type Photo } from "./support/photo.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";
import { createGate } from "./support/wait.ts";

test("a question is sent and listed", { tag: "@both" }, async ({ owner, server, size }) => {
  const { page, account, expectErrors } = await owner();
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
  await page.getByText("You haven’t written to us yet.").waitFor();
  await page.getByLabel("What it’s about").fill("The deposit");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Please write your message.").waitFor();
  await page.getByLabel("Message").fill("It is asked for twice.\nWhy?");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Your message was sent", { exact: true }).waitFor();
  const sent = page.getByRole("listitem").filter({ hasText: "The deposit" });
  await sent.getByText("It is asked for twice.").waitFor();
  await expectSoundLayout(page, "support");
  await takePagePicture(page, `support-${size}`);
  // The email about it names the person who asked, so that a reply goes to them.
  await waitForMail(server, account.email, /It is asked for twice\./);
});

test("a message waits for pictures being added, leaves out removed ones, and says if there are too many", async ({
  owner,
}) => {
  const { page, expectErrors } = await owner(PHONE);
  expectErrors(/4(15|22)/);
  await page.goto("/support");
  await page.getByLabel("What it’s about").fill("The tap");
  await page.getByLabel("Message").fill("It drips, see the pictures.");
  const one = await createPhoto(page, 300, 200);
  const paper = { name: "list.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 no picture") };
  const pictures = page.getByRole("list", { name: "Pictures" }).getByRole("listitem");
  const choose = (files: Photo[]) => page.locator('input[type="file"]').setInputFiles(files);
  await choose([paper, one, one]);
  await page.getByText("“list.pdf” wasn’t added", { exact: true }).waitFor();
  await expect(pictures).toHaveCount(2);

  // Three more are allowed, and they upload slowly.
  const arrival = createGate();
  await page.route("**/api/support/pictures", async (route) => {
    await arrival.opened;
    await route.continue();
  });
  await choose(Array<Photo>(5).fill(one));
  await page.getByRole("button", { name: "Adding…" }).waitFor();
  await expect(page.getByRole("button", { name: "Send message" })).toBeDisabled();
  await page.getByRole("button", { name: "Remove picture 1" }).click();
  arrival.open();
  await page.getByText("2 pictures were left out", { exact: true }).waitFor();
  await expect(pictures).toHaveCount(4);
  await takePagePicture(page, "support-pictures-phone");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Your message was sent", { exact: true }).waitFor();
  expect((await getJson(page, "/api/support"))[0].pictures).toHaveLength(4);
  await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(0);
});
