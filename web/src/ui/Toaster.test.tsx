// @vitest-environment window
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { expectAccessible } from "../testing/axe";
import { Dialog } from "./Dialog";
import { ToastProvider } from "./Toaster";
import { TooltipProvider } from "./Tooltip";
import { clearToast, toast } from "./toast";

afterEach(() => {
  cleanup();
  clearToast();
});

it("is accessible while a dialog is open", () => {
  render(
    <TooltipProvider>
      <ToastProvider>
        <p>Behind</p>
        <Dialog open onOpenChange={() => {}} title="Which one?" />
      </ToastProvider>
    </TooltipProvider>,
  );
  // A dialog hides everything outside it, except what the app announces meanwhile.
  expect(screen.getByText("Behind").closest("[aria-hidden]")).not.toBeNull();
  act(() => toast({ title: "The photo was kept" }));
  const place = within(screen.getByRole("region", { name: /^Notifications/ }));
  place.getByText("The photo was kept");
  place.getByRole("button", { name: "Close" });
  screen.getByRole("dialog", { name: "Which one?" });
});

const renderWithToasts = (support?: string) =>
  render(
    <ToastProvider support={support}>
      <button type="button">Behind</button>
    </ToastProvider>,
  );
const getToasts = () => within(screen.getByRole("region", { name: /^Notifications/ }));

it("shows only the latest message", async () => {
  renderWithToasts();
  act(() => toast({ title: "Saved" }));
  act(() => toast({ title: "Sent", description: "To Margaret Holroyd.", tone: "good" }));
  expect(getToasts().getAllByRole("listitem")).toHaveLength(1);
  getToasts().getByText("Sent");
  getToasts().getByText("To Margaret Holroyd.");
  expect(screen.queryByText("Saved")).toBeNull();
  await expectAccessible();
});

it("leaves the focus where it is", () => {
  renderWithToasts();
  const button = screen.getByRole("button", { name: "Behind" });
  button.focus();
  act(() => toast({ title: "Saved" }));
  expect(document.activeElement).toBe(button);
});

it("runs its action once, and closes", async () => {
  const done: string[] = [];
  renderWithToasts();
  act(() => toast({ title: "Archived", action: { label: "Undo", onPress: () => done.push("undo") } }));
  await userEvent.setup({ delay: null }).dblClick(getToasts().getByRole("button", { name: "Undo" }));
  expect(done).toEqual(["undo"]);
  await waitFor(() => expect(screen.queryByText("Archived")).toBeNull());
});

it("is closed by its cross, and by Escape while it has the keyboard", async () => {
  const user = userEvent.setup({ delay: null });
  renderWithToasts();
  act(() => toast({ title: "Saved" }));
  await user.click(getToasts().getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText("Saved")).toBeNull());
  act(() => toast({ title: "Sent" }));
  act(() => getToasts().getByRole("listitem").focus());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByText("Sent")).toBeNull());
});

it("links to support if something failed, and only then", () => {
  renderWithToasts("help@example.com");
  act(() => toast({ title: "Saved", tone: "good" }));
  expect(getToasts().queryByRole("link")).toBeNull();
  act(() => toast({ title: "Not saved", tone: "bad" }));
  const link = getToasts().getByRole("link", { name: "help@example.com" });
  expect(link.getAttribute("href")).toBe("mailto:help@example.com");
});
