// @vitest-environment window
import "fake-indexeddb/auto";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { setWriteTransport, writeOverNetwork } from "../../api/requests";
import { registerOfflineContacts } from "../../entities/contacts/queries";
import { setCurrentAccount } from "../../offline/current-account";
import { writeWithLog } from "../../offline/waiting/logged-writes";
import { sender } from "../../offline/waiting/sender";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { fillField } from "../../testing/each-test";
import { ADA, MARGARET } from "../../testing/fixtures";
import { failConnection, mockFault, mockResponse, respondJson } from "../../testing/network";
import { findHeading, openSignedIn } from "../../testing/open-app";

const save = () => screen.getByRole("button", { name: "Save customer" });
const findPostcode = () => screen.findByLabelText<HTMLInputElement>("Postcode (optional)");

it("labels fields that may be left empty as optional", async () => {
  await openSignedIn("/add-contact");
  await findPostcode();
  for (const name of ["Company", "Email", "Phone", "Address", "Address line 2", "Town or city", "County"]) {
    screen.getByLabelText(`${name} (optional)`);
  }
  screen.getByLabelText("Name");
});

it("formats a postcode when its field loses the focus, and sends it formatted", async () => {
  const user = await openSignedIn("/add-contact");
  await fillField(user, await findPostcode(), "sw1a1aa");
  await user.tab();
  await waitFor(async () => expect((await findPostcode()).value).toBe("SW1A 1AA"));
  await fillField(user, screen.getByLabelText("Name"), "Margaret Holroyd");
  const sent = mockFault("POST /api/contacts", respondJson(500));
  await user.click(save());
  await waitFor(() =>
    expect(sent[0]?.body).toMatchObject({ name: "Margaret Holroyd", post_code: "SW1A 1AA" }),
  );
});

it("leaves text that is not a postcode unchanged", async () => {
  const user = await openSignedIn("/add-contact");
  await fillField(user, await findPostcode(), "by the mill");
  await user.tab();
  expect((await findPostcode()).value).toBe("by the mill");
});

it("focuses the first invalid field in page order", async () => {
  const user = await openSignedIn("/add-contact");
  await findPostcode();
  await fillField(user, screen.getByLabelText("Name"), "Margaret Holroyd");
  await fillField(user, screen.getByLabelText("Email (optional)"), "margaret");
  await user.click(screen.getByLabelText("Town or city (optional)"));
  await user.paste("x".repeat(2000));
  const sent = mockFault("POST /api/contacts", respondJson(500));
  await user.click(save());
  await screen.findByText("Please enter a valid email address");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email (optional)")));
  expect(sent).toEqual([]);
});

it.each([
  ["the button", (user: UserEvent) => user.click(save())],
  ["Enter in a field", (user: UserEvent) => user.keyboard("{Enter}")],
])("focuses the contact's heading after saving with %s", async (_, press) => {
  mockResponse("POST /api/contacts", MARGARET);
  mockResponse("GET /api/contacts/{id}", MARGARET);
  mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
  mockResponse("GET /api/contacts/{id}/chasing", { off: false });
  const user = await openSignedIn("/add-contact");
  await fillField(user, await screen.findByLabelText("Name"), MARGARET.name);
  await press(user);
  const heading = await findHeading(MARGARET.name);
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

// Without a connection, on a device whose storage is full. With real storage, where the browser takes half a
// minute to find that out: e2e/offline-flaky-signal.spec.ts.

/** The server isn't reached, and writes go into this device's log, until the test is over. */
async function goOffline(): Promise<void> {
  mockFault("POST /api/contacts", failConnection);
  registerOfflineContacts();
  setWriteTransport(writeWithLog);
  setCurrentAccount(ADA.id);
  await waitingLog.open(ADA.id);
  vi.spyOn(sender, "run").mockResolvedValue();
  onTestFinished(async () => {
    await waitingLog.open(null);
    setCurrentAccount(null);
    setWriteTransport(writeOverNetwork);
  });
}

/** From now on the store accepts nothing; the returned function undoes that. */
function fillStorage(): () => void {
  const add = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  return () => add.mockRestore();
}

it("says that the device's storage is full, leaves the form as it is, and saves it once there is room", async () => {
  await goOffline();
  const user = await openSignedIn("/add-contact");
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  await fillField(user, name, "Nora Noroom");
  const makeRoom = fillStorage();
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save customer" });
  await user.click(save);
  await screen.findAllByText(/^There is no room left on this device/);
  expect(name.value).toBe("Nora Noroom");
  expect(save.disabled).toBe(false);
  expect(location.pathname).toBe("/add-contact");
  expect(await waitingLog.all()).toEqual([]);

  makeRoom();
  await user.click(save);
  await waitFor(() => expect(location.pathname).not.toBe("/add-contact"));
  expect((await waitingLog.all()).map(({ label }) => label)).toEqual(["New customer: Nora Noroom"]);
});
