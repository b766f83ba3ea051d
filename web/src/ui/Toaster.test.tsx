// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Dialog } from "./Dialog";
import { ToastProvider } from "./Toaster";
import { TooltipProvider } from "./Tooltip";
import { clearToast, toast } from "./toast";

afterEach(() => {
  cleanup();
  clearToast();
});

it("is there for everyone while a dialog is open", () => {
  render(
    <TooltipProvider>
      <ToastProvider>
        <p>Behind</p>
        <Dialog open onOpenChange={() => {}} title="Which one?" />
      </ToastProvider>
    </TooltipProvider>,
  );
  // What is outside a dialog is hidden, but not what the app says meanwhile.
  expect(screen.getByText("Behind").closest("[aria-hidden]")).not.toBeNull();
  act(() => toast({ title: "The photo was kept" }));
  const place = within(screen.getByRole("region", { name: /^Notifications/ }));
  place.getByText("The photo was kept");
  place.getByRole("button", { name: "Close" });
  screen.getByRole("dialog", { name: "Which one?" });
});
