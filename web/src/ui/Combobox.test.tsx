// @vitest-environment window
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { expectAccessible } from "../testing/axe";
import { Combobox } from "./Combobox";

afterEach(cleanup);

const ALL = [
  { id: "1", label: "Anna Price", hint: "Leeds" },
  { id: "2", label: "Amir Shah" },
  { id: "3", label: "Rosa Lane" },
];

function ComboboxPage({
  chosen,
  more,
}: {
  chosen: string[];
  more: Partial<ComponentProps<typeof Combobox>>;
}) {
  const [value, setValue] = useState("");
  return (
    <Combobox
      label="Customer"
      value={value}
      onValueChange={setValue}
      options={ALL.filter(({ label }) => label.toLowerCase().startsWith(value.toLowerCase()))}
      onSelect={({ label }) => {
        chosen.push(label);
        setValue(label);
      }}
      {...more}
    />
  );
}

function renderPage(more: Partial<ComponentProps<typeof Combobox>> = {}) {
  const chosen: string[] = [];
  render(<ComboboxPage chosen={chosen} more={more} />);
  const box = screen.getByLabelText<HTMLInputElement>("Customer");
  return { chosen, box, user: userEvent.setup({ delay: null }) };
}

const listOptions = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

it("shows its options as soon as it is entered, and names their list", async () => {
  const { user, box } = renderPage();
  expect(box.getAttribute("aria-expanded")).toBe("false");
  await user.click(box);
  const list = await screen.findByRole("listbox", { name: "Customer" });
  expect(box.getAttribute("aria-expanded")).toBe("true");
  expect(box.getAttribute("aria-controls")).toBe(list.id);
  expect(listOptions()).toEqual(["Anna PriceLeeds", "Amir Shah", "Rosa Lane"]);
  await expectAccessible();
});

it("moves by the arrow keys and chooses by Enter, and the focus stays in the box", async () => {
  const { user, box, chosen } = renderPage();
  await user.click(box);
  await user.type(box, "a");
  await waitFor(() => expect(listOptions()).toHaveLength(2));
  await user.keyboard("{ArrowDown}{ArrowDown}");
  const active = document.getElementById(box.getAttribute("aria-activedescendant") ?? "");
  expect(active?.textContent).toBe("Amir Shah");
  expect(active?.getAttribute("aria-selected")).toBe("true");
  await user.keyboard("{Enter}");
  expect(chosen).toEqual(["Amir Shah"]);
  expect(document.activeElement).toBe(box);
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
});

it("chooses an option by one press", async () => {
  const { user, box, chosen } = renderPage();
  await user.click(box);
  await user.click(await screen.findByRole("option", { name: "Rosa Lane" }));
  expect(chosen).toEqual(["Rosa Lane"]);
  expect(document.activeElement).toBe(box);
});

it("keeps the typed text if Escape closes it, and Enter then chooses nothing", async () => {
  const { user, box, chosen } = renderPage();
  await user.type(box, "An");
  await screen.findByRole("listbox");
  await user.keyboard("{ArrowDown}{Escape}");
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  expect(box.value).toBe("An");
  await user.keyboard("{Enter}");
  expect(chosen).toEqual([]);
});

it("offers its action last, or alone if nothing matches", async () => {
  const made: string[] = [];
  const { user, box } = renderPage({ action: { label: "New customer", onSelect: () => made.push("new") } });
  await user.type(box, "zz");
  await waitFor(() => expect(listOptions()).toEqual(["New customer"]));
  await user.keyboard("{ArrowDown}{Enter}");
  expect(made).toEqual(["new"]);
});

it("runs its action by Enter alone if it is the only row, but chooses no suggestion", async () => {
  const made: string[] = [];
  const action = { label: "New customer", onSelect: () => made.push("new") };
  const { user, box, chosen } = renderPage({ action });
  await user.type(box, "a");
  await waitFor(() => expect(listOptions()).toHaveLength(3));
  await user.keyboard("{Enter}");
  expect([made, chosen]).toEqual([[], []]);
  await user.type(box, "q");
  await waitFor(() => expect(listOptions()).toEqual(["New customer"]));
  await user.keyboard("{Enter}");
  expect(made).toEqual(["new"]);
  expect(box.value).toBe("aq");
});

it("says that nothing matches", async () => {
  const { user, box } = renderPage({ emptyText: "No customer is called that." });
  await user.type(box, "zz");
  within(await screen.findByRole("listbox")).getByText("No customer is called that.");
});

it("offers nothing while it is disabled", async () => {
  const { user, box } = renderPage({ disabled: true });
  await user.click(box);
  expect(screen.queryByRole("listbox")).toBeNull();
});

it("keeps a long text in one paragraph if it grows", async () => {
  const { user, box, chosen } = renderPage({ grows: true });
  expect(box.tagName).toBe("TEXTAREA");
  await user.click(box);
  await user.paste("Take out the old bath\n  and make good");
  expect(box.value).toBe("Take out the old bath and make good");
  await user.clear(box);
  await user.type(box, "ro");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(chosen).toEqual(["Rosa Lane"]);
  await expectAccessible();
});
