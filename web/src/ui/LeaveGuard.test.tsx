// @vitest-environment window
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";
import { LeaveGuard } from "./form-guards";
import { TooltipProvider } from "./Tooltip";

afterEach(cleanup);

function renderPage(isTyped: boolean) {
  const form = (
    <>
      <LeaveGuard when={isTyped} />
      <input aria-label="Name" />
      <Link to="/quotes">Quotes</Link>
    </>
  );
  const router = createMemoryRouter([
    { path: "/", element: form },
    { path: "/quotes", element: "The quotes" },
  ]);
  render(
    <TooltipProvider>
      <RouterProvider router={router} />
    </TooltipProvider>,
  );
  return userEvent.setup({ delay: null });
}

const isLeavingPrevented = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return !event.defaultPrevented;
};

it("does not hold back a page on which nothing was typed", async () => {
  const user = renderPage(false);
  expect(isLeavingPrevented()).toBe(true);
  await user.click(screen.getByRole("link", { name: "Quotes" }));
  await screen.findByText("The quotes");
});

it("asks before typed text is lost, and stays on the page if that is declined", async () => {
  const user = renderPage(true);
  expect(isLeavingPrevented()).toBe(false);
  for (const decline of ["Cancel", "Close"]) {
    await user.click(screen.getByRole("link", { name: "Quotes" }));
    await screen.findByRole("dialog", { name: "Leave without saving?" });
    expect(screen.queryByText("The quotes")).toBeNull();
    await user.click(screen.getByRole("button", { name: decline }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    screen.getByRole("textbox", { name: "Name" });
  }
});

it("leaves once that is confirmed", async () => {
  const user = renderPage(true);
  await user.click(screen.getByRole("link", { name: "Quotes" }));
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  await screen.findByText("The quotes");
  expect(isLeavingPrevented()).toBe(true);
});
