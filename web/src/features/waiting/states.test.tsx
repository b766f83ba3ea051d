// @vitest-environment window
// The page reads only this device's storage: it can be loading, empty or full, and a change may have been
// refused.
import "fake-indexeddb/auto";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { getDeviceDatabase } from "../../offline/device/database";
import { sender } from "../../offline/waiting/sender";
import { WAITING_FORMAT, type WaitingChange } from "../../offline/waiting/waiting-change";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { ADA } from "../../testing/fixtures";
import { openSignedIn } from "../../testing/open-app";

const REFUSED = { message: "Enter a name.", code: "invalid", status: 422 };

const contact = (id: string, more: Partial<WaitingChange> = {}): Omit<WaitingChange, "order"> => ({
  account: ADA.id,
  key: `key-${id}`,
  format: WAITING_FORMAT,
  write: { method: "POST", path: "/api/contacts", body: { id } },
  thing: { sort: "contact", id },
  label: `New customer: ${id}`,
  at: 1,
  problem: null,
  ...more,
});

/** The row of a change with this label. */
const findRow = async (label: string) =>
  within((await screen.findByText(label)).closest("li") as HTMLElement);

beforeEach(async () => {
  await (await getDeviceDatabase()).clear("waiting");
  // The sender's own tests cover what is sent and when.
  vi.spyOn(sender, "run").mockResolvedValue();
});
afterEach(() => waitingLog.open(null));

it("says that it is loading, and then that nothing is waiting", async () => {
  await openSignedIn("/waiting");
  await screen.findByRole("status", { name: "Loading" });
  expect(screen.queryByRole("heading", { name: "Everything is saved" })).toBeNull();
  await waitingLog.open(ADA.id);
  await screen.findByRole("heading", { name: "Everything is saved" });
  screen.getByText("Nothing on this computer is waiting to be sent.");
  expect(screen.queryByRole("status", { name: "Loading" })).toBeNull();
  for (const name of ["Try now", "Save a copy"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

it("shows the state of each change, and says which of them need attention", async () => {
  await waitingLog.open(ADA.id);
  await waitingLog.add(contact("refused", { problem: REFUSED }));
  await waitingLog.add(contact("refused", { label: "Change of the refused" }));
  await waitingLog.add(contact("lapsed", { needsPlan: true }));
  await waitingLog.add(contact("unknown", { isUnknown: true }));
  await waitingLog.add(contact("usual"));
  const user = await openSignedIn("/waiting");
  const refused = await findRow("New customer: refused");
  refused.getByText("Not saved");
  refused.getByText(REFUSED.message);
  const behind = await findRow("Change of the refused");
  behind.getByText("Waiting for “New customer: refused”.");
  const lapsed = await findRow("New customer: lapsed");
  lapsed.getByText("Needs a plan");
  lapsed.getByText("It’s saved on this computer until you have a plan.");
  const unknown = await findRow("New customer: unknown");
  unknown.getByText(
    "Your server doesn’t know this kind of change yet. We’ll try again after its next update.",
  );
  const usual = await findRow("New customer: usual");
  expect(usual.getByRole("link", { name: "Open" }).getAttribute("href")).toBe("/contacts/usual");
  expect(usual.queryByRole("button", { name: "Try again" })).toBeNull();
  screen.getByText(
    "One of them couldn’t be saved and needs you. Later changes to the same thing are waiting for it; the rest aren’t.",
  );

  await user.click(refused.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(waitingLog.snapshot()[0]?.problem).toBeNull());
  await waitFor(() => expect(refused.queryByText("Not saved")).toBeNull());
  expect(sender.run).toHaveBeenCalled();
  expect(screen.queryByText(/couldn’t be saved and needs you/)).toBeNull();
});

it("asks before it discards a change", async () => {
  await waitingLog.open(ADA.id);
  await waitingLog.add(contact("refused", { problem: REFUSED }));
  const user = await openSignedIn("/waiting");
  const row = await findRow("New customer: refused");
  await user.click(row.getByRole("button", { name: "Discard" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Discard “New customer: refused”?" }));
  expect(waitingLog.snapshot()).toHaveLength(1);
  await user.click(dialog.getByRole("button", { name: "Discard" }));
  await screen.findByRole("heading", { name: "Everything is saved" });
});
