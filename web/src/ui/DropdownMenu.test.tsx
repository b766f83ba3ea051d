// @vitest-environment window
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";
import { expectAccessible } from "../testing/axe";
import { Button } from "./Button";
import { DropdownMenu } from "./DropdownMenu";

afterEach(cleanup);

function renderPage() {
  const chosen: string[] = [];
  const items = [
    { label: "Edit", to: "/edit" },
    { label: "Download PDF", file: "/api/pdf" },
    { label: "Duplicate", onSelect: () => chosen.push("Duplicate") },
    { label: "Send", disabled: true, note: "Needs signal", onSelect: () => chosen.push("Send") },
    { label: "Delete", danger: true, separated: true, onSelect: () => chosen.push("Delete") },
  ];
  const menu = <DropdownMenu trigger={<Button>More</Button>} items={items} />;
  const router = createMemoryRouter([
    { path: "/", element: menu },
    { path: "/edit", element: "The editor" },
  ]);
  render(<RouterProvider router={router} />);
  const button = screen.getByRole("button", { name: "More" });
  return { chosen, user: userEvent.setup({ delay: null }), button };
}

const readFocused = () => document.activeElement?.textContent;
const waitForClosed = () => waitFor(() => expect(screen.queryByRole("menu")).toBeNull());

it("says that it has a menu, and whether that is open", async () => {
  const { user, button } = renderPage();
  expect(button.getAttribute("aria-haspopup")).toBe("menu");
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByRole("menu")).toBeNull();
  await user.click(button);
  await screen.findByRole("menu");
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Edit",
    "Download PDF",
    "Duplicate",
    "SendNeeds signal",
    "Delete",
  ]);
  expect(screen.getByText("More").closest("button")?.getAttribute("aria-expanded")).toBe("true");
  await expectAccessible();
});

it.each(["{Enter}", " ", "{ArrowDown}"])(
  "opens on its first item with %s, and the arrow keys move through it",
  async (key) => {
    const { user, button } = renderPage();
    button.focus();
    await user.keyboard(key);
    await screen.findByRole("menu");
    await waitFor(() => expect(readFocused()).toBe("Edit"));
    // Disabled entries are skipped.
    for (const next of ["Download PDF", "Duplicate", "Delete"]) {
      await user.keyboard("{ArrowDown}");
      await waitFor(() => expect(readFocused()).toBe(next));
    }
  },
);

it("does what is chosen, once, and closes", async () => {
  const { user, button, chosen } = renderPage();
  await user.click(button);
  await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
  expect(chosen).toEqual(["Duplicate"]);
  await waitForClosed();
});

it("does nothing for what is disabled, and says why", async () => {
  const { user, button, chosen } = renderPage();
  await user.click(button);
  const item = await screen.findByRole("menuitem", { name: /^Send/ });
  expect(item.getAttribute("aria-disabled")).toBe("true");
  expect(item.textContent).toContain("Needs signal");
  await user.click(item);
  expect(chosen).toEqual([]);
});

it("closes on Escape, and returns the focus to its button", async () => {
  const { user, button } = renderPage();
  button.focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  await user.keyboard("{Escape}");
  await waitForClosed();
  await waitFor(() => expect(readFocused()).toBe("More"));
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  await user.keyboard("{Escape}");
  await waitForClosed();
  await waitFor(() => expect(readFocused()).toBe("More"));
});

it("leads where an item leads, and downloads what is a file", async () => {
  const { user, button } = renderPage();
  await user.click(button);
  const file = await screen.findByRole("menuitem", { name: "Download PDF" });
  expect(file.getAttribute("href")).toBe("/api/pdf");
  expect(file.hasAttribute("download")).toBe(true);
  await user.click(screen.getByRole("menuitem", { name: "Edit" }));
  await screen.findByText("The editor");
});
