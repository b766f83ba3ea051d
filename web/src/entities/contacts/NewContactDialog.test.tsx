// @vitest-environment window
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockResponse } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import type { Contact } from "./contact";
import { NewContactDialog } from "./NewContactDialog";

it("saves the customer with a button that stays in sight while the form scrolls", async () => {
  const calls = mockResponse("POST /api/contacts", { id: "a", name: "Margaret" } as Contact);
  mockResponse("GET /api/contacts", []);
  const saved: string[] = [];
  const user = await renderAlone(
    <NewContactDialog name="Margaret" onClose={() => {}} onSaved={({ name }) => saved.push(name)} />,
  );
  const dialog = await screen.findByRole("dialog", { name: "New customer" });
  const save = await within(dialog).findByRole("button", { name: "Save customer" });
  expect(save.closest("footer")?.parentElement).toBe(dialog);
  await user.click(save);
  await waitFor(() => expect(saved).toEqual(["Margaret"]));
  expect(calls).toHaveLength(1);
});
