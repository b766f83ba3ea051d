// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { showAlone } from "../../testing/alone";
import { ADA } from "../../testing/basics";
import { UnsentHere } from "./UnsentHere";

const here = vi.hoisted(() => ({ count: 0, wasJustHere: false, exported: [] as string[] }));

vi.mock("../../offline/device/session", async (original) => ({
  ...(await original<object>()),
  lastPerson: async () => ({ account: "a1", user: ADA }),
}));
vi.mock("../../offline/waiting/exportWaiting", () => ({
  countUnsent: async () => here.count,
  exportWaiting: async (account: string) => here.exported.push(account),
}));
vi.mock("./end-session", () => ({ wasJustHere: () => here.wasJustHere }));

it("says how many changes wait for whom, and is silent where there are none", async () => {
  here.count = 2;
  await showAlone(<UnsentHere />);
  await screen.findByText("2 changes haven’t been sent yet");
  screen.getByText(new RegExp(`as ${ADA.email} is safe`));
  // Only who was here a moment ago may take a copy: the next person may be somebody else.
  expect(screen.queryByRole("button", { name: "Save a copy" })).toBeNull();
});

it("offers a copy to the person whose session was just ended", async () => {
  here.count = 1;
  here.wasJustHere = true;
  const user = await showAlone(<UnsentHere />);
  await screen.findByText("One change hasn’t been sent yet");
  await user.click(screen.getByRole("button", { name: "Save a copy" }));
  expect(here.exported).toEqual(["a1"]);
});
