// @vitest-environment window
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { expectAccessible } from "../testing/axe";
import { Button } from "./Button";
import { Sheet } from "./Sheet";

let clock = 0;
beforeEach(() => {
  clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});
afterEach(cleanup);

function renderPage(problem: string | null = null) {
  let closed = 0;
  const { unmount } = render(
    <Sheet
      title="Accept the quote?"
      description="You agree to the total."
      problem={problem}
      onClose={() => {
        closed += 1;
      }}
      footer={<Button variant="primary">Accept</Button>}
    >
      <input aria-label="Your name" />
    </Sheet>,
  );
  const sheet = screen.getByRole<HTMLDialogElement>("dialog", { name: "Accept the quote?" });
  return { sheet, user: userEvent.setup({ delay: null }), closed: () => closed, unmount };
}

it("is open, and describes what it asks for", async () => {
  const { sheet } = renderPage();
  expect(sheet.open).toBe(true);
  const more = document.getElementById(sheet.getAttribute("aria-describedby") ?? "");
  expect(more?.textContent).toBe("You agree to the total.");
  await expectAccessible(sheet);
});

it("focuses its heading, since a keyboard would hide half of it", () => {
  renderPage();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Accept the quote?" }));
});

it("is closed by its cross", async () => {
  const { user, closed } = renderPage();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(closed()).toBe(1);
});

it("is closed by Escape, by its owner and not by the browser", () => {
  const { sheet, closed } = renderPage();
  const cancel = new Event("cancel", { cancelable: true });
  fireEvent(sheet, cancel);
  expect(closed()).toBe(1);
  // The component that shows the dialog closes it, so that its state and the element's agree.
  expect(cancel.defaultPrevented).toBe(true);
});

it("is closed by a click outside it, but not by the second click of a double click, nor by a click inside it", () => {
  const { sheet, closed } = renderPage();
  clock = 300;
  fireEvent.click(sheet);
  expect(closed()).toBe(0);
  clock = 900;
  fireEvent.click(screen.getByLabelText("Your name"));
  expect(closed()).toBe(0);
  fireEvent.click(sheet);
  expect(closed()).toBe(1);
});

it("is closed before it leaves the page, so that the browser returns the focus", () => {
  const { sheet, unmount } = renderPage();
  const close = vi.spyOn(sheet, "close");
  unmount();
  expect(close).toHaveBeenCalledOnce();
});

it("says why nothing happened above its button", () => {
  const { sheet } = renderPage("Enter your name.");
  within(sheet).getByText("Enter your name.", { selector: "[role=alert]" });
});
