// @vitest-environment window
// Where 'Back to App' leads: to the page from which this one was opened, or into the app without such a page.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { BackToAppButton } from "./PublicHeader";

vi.mock("../../ui/device", () => ({ isInstalled: () => true }));

afterEach(() => vi.restoreAllMocks());

it.each([
  [1, []],
  [3, ["back"]],
])(
  "goes back, or to the app when there is no earlier page: %i entries in the history",
  async (length, gone) => {
    const steps: string[] = [];
    vi.spyOn(window.history, "length", "get").mockReturnValue(length);
    vi.spyOn(window.history, "back").mockImplementation(() => void steps.push("back"));
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
    const { unmount } = render(<BackToAppButton />);
    await userEvent.click(screen.getByRole("button", { name: "Back to App" }));
    expect(steps).toEqual(gone);
    expect(assign.mock.calls).toEqual(length === 1 ? [["/"]] : []);
    unmount();
  },
);
