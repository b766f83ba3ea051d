// @vitest-environment window
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
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

it("makes a contact of a name that nobody has by Enter", async () => {
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
