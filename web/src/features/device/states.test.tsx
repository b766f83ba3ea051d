// @vitest-environment window
// The page sends no requests, so nothing on it can be refused; what can go wrong is a browser that stores
// nothing.
import "fake-indexeddb/auto";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { getDeviceDatabase } from "../../offline/device/database";
import { WAITING_FORMAT } from "../../offline/waiting/waiting-change";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { ADA } from "../../testing/fixtures";
import { findToast, openSignedIn } from "../../testing/open-app";

const loading = () => screen.queryAllByRole("status", { name: "Loading" });

/** Mocks whether the browser promises to clear nothing. */
function mockPersistence(persisted: () => Promise<boolean>, persist = async () => false): void {
  const before = Object.getOwnPropertyDescriptor(navigator, "storage");
  Object.defineProperty(navigator, "storage", { configurable: true, value: { persisted, persist } });
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, "storage", before);
    else Reflect.deleteProperty(navigator, "storage");
  });
}

// Before the next tests, which open its store.
describe("the device page in a browser without storage", () => {
  it("says that nothing is saved, and offers nothing that needs storage", async () => {
    const { indexedDB: store } = globalThis;
    vi.stubGlobal("indexedDB", undefined);
    onTestFinished(() => void vi.stubGlobal("indexedDB", store));
    await waitingLog.open(ADA.id);
    await openSignedIn("/settings/device");
    await screen.findByText(/^This browser doesn’t save anything for Plumbline/);
    await screen.findByText("Nothing: your account has everything you did here.");
    expect(screen.queryByRole("button", { name: /^Remove from this/ })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Opening it without signal" })).toBeNull();
    const ahead = screen.getByRole<HTMLButtonElement>("checkbox", { name: /^Save the last 90 days/ });
    expect(ahead.disabled).toBe(true);
    expect(loading()).toEqual([]);
  });
});

describe("the device page", () => {
  beforeEach(async () => {
    const db = await getDeviceDatabase();
    await db.clear("answers");
    await db.clear("waiting");
    await waitingLog.open(ADA.id);
  });

  it("says that it is loading, and then what is cached", async () => {
    let release = (_: boolean) => {};
    mockPersistence(
      () =>
        new Promise((done) => {
          release = done;
        }),
    );
    await openSignedIn("/settings/device");
    await waitFor(() => expect(loading()).toHaveLength(2));
    expect(screen.queryByText(/^This browser doesn’t save anything/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Ask the browser" })).toBeNull();
    release(true);
    await screen.findByText("Lists and figures");
    screen.getByText("The browser has agreed not to clear what’s saved here.");
    screen.getByText("Nothing: your account has everything you did here.");
    expect(loading()).toEqual([]);
  });

  it("links to the changes that are waiting to be sent", async () => {
    await waitingLog.add({
      account: ADA.id,
      key: "k",
      format: WAITING_FORMAT,
      write: { method: "POST", path: "/api/contacts", body: { id: "c" } },
      thing: { sort: "contact", id: "c" },
      label: "New customer: Dave",
      at: 1,
      // A refused change isn't sent again automatically.
      problem: { message: "Enter a name.", code: "invalid", status: 422 },
    });
    await openSignedIn("/settings/device");
    await screen.findByText("1 change is only on this computer.");
    expect(screen.getByRole("link", { name: "See what’s waiting" }).getAttribute("href")).toBe("/waiting");
  });

  it("says whether the browser has agreed not to clear the storage", async () => {
    let isKept = false;
    const answers = [false, true];
    mockPersistence(
      async () => isKept,
      async () => {
        isKept = answers.shift() ?? false;
        return isKept;
      },
    );
    const user = await openSignedIn("/settings/device");
    const askButton = await screen.findByRole<HTMLButtonElement>("button", { name: "Ask the browser" });
    await user.click(askButton);
    await findToast("The browser hasn’t agreed yet");
    // The button is enabled again once the page has re-read the storage.
    await waitFor(() => expect(askButton.disabled).toBe(false));
    await user.click(askButton);
    await screen.findByText("The browser has agreed not to clear what’s saved here.");
  });

  it("asks before it removes the cached data, and says when some of it could not be removed", async () => {
    const of = { account: ADA.id, url: "/api/items" };
    await (await getDeviceDatabase()).put("answers", { ...of, data: [], at: 1, bytes: 2 });
    const user = await openSignedIn("/settings/device");
    const remove = async () => {
      await user.click(await screen.findByRole("button", { name: "Remove from this computer" }));
      const dialog = within(await screen.findByRole("dialog"));
      await user.click(dialog.getByRole("button", { name: "Remove" }));
    };
    const held = () => screen.getByText("Lists and figures").nextElementSibling?.textContent;
    const refuses = vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(() => {
      throw new DOMException("No", "UnknownError");
    });
    await remove();
    await findToast("Not everything was removed from this computer");
    expect(held()).toBe("1");
    refuses.mockRestore();
    await remove();
    await findToast("Removed from this computer");
    await waitFor(() => expect(held()).toBe("0"));
  });
});
