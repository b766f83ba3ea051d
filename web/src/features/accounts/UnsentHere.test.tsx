// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ADA } from "../../testing/fixtures";
import { renderAlone } from "../../testing/render-alone";
import { UnsentWorkBanner } from "./DeviceNotices";

const deviceState = vi.hoisted(() => ({ count: 0, wasJustHere: false, exported: [] as string[] }));

vi.mock("../../offline/device/cached-session", async (original) => ({
  ...(await original<object>()),
  loadLastUser: async () => ({ account: "a1", user: ADA }),
}));
vi.mock("../../offline/waiting/export-waiting", () => ({
  countUnsentChanges: async () => deviceState.count,
  exportWaitingChanges: async (account: string) => deviceState.exported.push(account),
}));
vi.mock("./end-session", () => ({ wasJustHere: () => deviceState.wasJustHere }));

it("says how many of the last user's changes are unsent, without offering a copy", async () => {
  deviceState.count = 2;
  await renderAlone(<UnsentWorkBanner />);
  await screen.findByText("2 changes haven’t been sent yet");
  screen.getByText(new RegExp(`as ${ADA.email} is safe`));
  // Only the person who used it a moment ago may save a copy: the next person may be somebody else.
  expect(screen.queryByRole("button", { name: "Save a copy" })).toBeNull();
});

it("offers a copy of the unsent changes when the session has only just ended", async () => {
  deviceState.count = 1;
  deviceState.wasJustHere = true;
  const user = await renderAlone(<UnsentWorkBanner />);
  await screen.findByText("One change hasn’t been sent yet");
  await user.click(screen.getByRole("button", { name: "Save a copy" }));
  expect(deviceState.exported).toEqual(["a1"]);
});
