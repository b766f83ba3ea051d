// Files that a page hands out.

/** Chooses a kind of file from the page's 'Download', and waits for it. */
export async function downloaded(page, kind) {
  await page.getByRole("button", { name: "Download" }).first().click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).click(),
  ]);
  return file;
}
