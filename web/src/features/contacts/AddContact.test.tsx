// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { fill } from "../../testing/each";
import { fails, json } from "../../testing/network";
import { openSignedIn } from "../../testing/open";

const save = () => screen.getByRole("button", { name: "Save contact" });
const findPostcode = () => screen.findByLabelText<HTMLInputElement>("Postcode (optional)");

it("says of each field that may stay empty that it is optional", async () => {
  await openSignedIn("/add-contact");
  await findPostcode();
  for (const name of ["Company", "Email", "Phone", "Address", "Address line 2", "Town or city", "County"]) {
    screen.getByLabelText(`${name} (optional)`);
  }
  screen.getByLabelText("Name");
});

it("tidies a postcode when its field is left, and sends it so", async () => {
  const user = await openSignedIn("/add-contact");
  await fill(user, await findPostcode(), "sw1a1aa");
  await user.tab();
  await waitFor(async () => expect((await findPostcode()).value).toBe("SW1A 1AA"));
  await fill(user, screen.getByLabelText("Name"), "Margaret Holroyd");
  const sent = fails("POST /api/contacts", json(500));
  await user.click(save());
  await waitFor(() =>
    expect(sent[0]?.body).toMatchObject({ name: "Margaret Holroyd", post_code: "SW1A 1AA" }),
  );
});

it("leaves alone what is no postcode", async () => {
  const user = await openSignedIn("/add-contact");
  await fill(user, await findPostcode(), "by the mill");
  await user.tab();
  expect((await findPostcode()).value).toBe("by the mill");
});

it("gives the focus to the first wrong field in the order of the page", async () => {
  const user = await openSignedIn("/add-contact");
  await findPostcode();
  await fill(user, screen.getByLabelText("Name"), "Margaret Holroyd");
  await fill(user, screen.getByLabelText("Email (optional)"), "margaret");
  await user.click(screen.getByLabelText("Town or city (optional)"));
  await user.paste("x".repeat(2000));
  const sent = fails("POST /api/contacts", json(500));
  await user.click(save());
  await screen.findByText("Please enter a valid email address");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email (optional)")));
  expect(sent).toEqual([]);
});
