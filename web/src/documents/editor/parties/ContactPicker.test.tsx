// @vitest-environment window
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import type { Contact } from "../../../entities/contacts/contact";
import { MARGARET } from "../../../testing/fixtures";
import { TooltipProvider } from "../../../ui/Tooltip";
import type { DocumentCustomer } from "../../types";
import { ContactPicker } from "./ContactPicker";

afterEach(cleanup);

function picker() {
  const made: string[] = [];
  const nothing = () => {};
  const onNew = (name: string) => made.push(name);
  render(
    <>
      <ContactPicker
        contacts={[]}
        chosen={null}
        isFixed={false}
        onChoose={nothing}
        onNew={onNew}
        error={undefined}
      />
      <input aria-label="Next" />
    </>,
  );
  const box = screen.getByRole<HTMLInputElement>("combobox", { name: "Who it’s for" });
  return { made, box, user: userEvent.setup({ delay: null }) };
}

it("creates a contact from a new name on Enter", async () => {
  const { user, box, made } = picker();
  await user.type(box, " Jo O'Brien");
  await screen.findByRole("option", { name: "New customer “Jo O'Brien”" });
  await user.keyboard("{Enter}");
  expect(made).toEqual(["Jo O'Brien"]);
});

it("saves what was typed once the field is left", async () => {
  const { user, box, made } = picker();
  await user.type(box, "Jo O'Brien");
  await user.tab();
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  expect(document.activeElement).toBe(screen.getByLabelText("Next"));
  expect(box.value).toBe("Jo O'Brien");
  expect(made).toEqual([]);
});

/** A draft whose customer is chosen and changed. */
function Draft() {
  const [chosen, setChosen] = useState<Contact | null>(null);
  return (
    <TooltipProvider>
      <ContactPicker
        contacts={[MARGARET as unknown as Contact]}
        chosen={chosen as DocumentCustomer | null}
        isFixed={false}
        onChoose={setChosen}
        onNew={() => {}}
        error={undefined}
      />
    </TooltipProvider>
  );
}

it("keeps the focus when a customer is chosen or changed", async () => {
  render(<Draft />);
  const user = userEvent.setup({ delay: null });
  expect(document.activeElement, "nobody pressed anything yet").toBe(document.body);
  await user.type(screen.getByRole("combobox", { name: "Who it’s for" }), "marg");
  await user.click(await screen.findByRole("option", { name: /^Margaret Holroyd/ }));
  const change = await screen.findByRole("button", { name: "Change the customer from Margaret Holroyd" });
  expect(document.activeElement).toBe(change);
  await user.click(change);
  expect(document.activeElement).toBe(await screen.findByRole("combobox", { name: "Who it’s for" }));
});

/** A draft whose new customer is saved in a dialog and appears later, when the list has been read again. */
async function addCustomer() {
  const picker = (chosen: Contact | null) => (
    <TooltipProvider>
      <ContactPicker
        contacts={[]}
        chosen={chosen as DocumentCustomer | null}
        isFixed={false}
        onChoose={() => {}}
        onNew={() => {}}
        error={undefined}
      />
      <input aria-label="Job description" />
    </TooltipProvider>
  );
  const { rerender } = render(picker(null));
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByRole("combobox", { name: "Who it’s for" }), "Margaret");
  await user.click(await screen.findByRole("option", { name: "New customer “Margaret”" }));
  return { user, appear: () => act(async () => rerender(picker(MARGARET as unknown as Contact))) };
}

it("keeps the focus when a new customer appears", async () => {
  const { appear } = await addCustomer();
  await appear();
  expect(document.activeElement).toBe(
    screen.getByRole("button", { name: "Change the customer from Margaret Holroyd" }),
  );
});

it("takes no focus from another field when a new customer appears", async () => {
  const { user, appear } = await addCustomer();
  const field = screen.getByLabelText("Job description");
  await user.click(field);
  await appear();
  expect(document.activeElement).toBe(field);
});
