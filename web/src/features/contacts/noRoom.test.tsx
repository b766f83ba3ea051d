// @vitest-environment happy-dom
// A contact that is written without signal on a device that is full. With a real store, whose browser takes half a minute
// to find that out: e2e/offline-unsteady.spec.ts.
import "fake-indexeddb/auto";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { overNetwork, setWriteTransport } from "../../api/writes";
import { contactsOffline } from "../../entities/contacts/offline";
import { waitingLog } from "../../offline/waiting/log";
import { sender } from "../../offline/waiting/sender";
import { loggedWrites } from "../../offline/waiting/transport";
import { nowIs } from "../../offline/who";
import { ADA } from "../../testing/basics";
import { fill } from "../../testing/each";
import { fails, lost } from "../../testing/network";
import { openSignedIn } from "../../testing/open";

beforeEach(async () => {
  contactsOffline();
  setWriteTransport(loggedWrites);
  nowIs(ADA.id);
  await waitingLog.open(ADA.id);
  vi.spyOn(sender, "run").mockResolvedValue();
});
afterEach(async () => {
  await waitingLog.open(null);
  nowIs(null);
  setWriteTransport(overNetwork);
});

/** From now on the store takes nothing; the function that it answers with makes room. */
function full(): () => void {
  const add = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  return () => add.mockRestore();
}

it("says that there is no room, keeps what was typed in the form, and takes it once there is room", async () => {
  fails("POST /api/contacts", lost);
  const user = await openSignedIn("/add-contact");
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  await fill(user, name, "Nora Noroom");
  const makeRoom = full();
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save contact" });
  await user.click(save);
  await screen.findAllByText(/^There is no room left on this device/);
  expect(name.value).toBe("Nora Noroom");
  expect(save.disabled).toBe(false);
  expect(location.pathname).toBe("/add-contact");
  expect(await waitingLog.all()).toEqual([]);

  makeRoom();
  await user.click(save);
  await waitFor(() => expect(location.pathname).not.toBe("/add-contact"));
  expect((await waitingLog.all()).map(({ label }) => label)).toEqual(["New contact: Nora Noroom"]);
});
