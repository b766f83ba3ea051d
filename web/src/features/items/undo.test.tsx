// @vitest-environment window
// An item that was deleted by mistake comes back whole.
import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ItemRecord } from "../../api/generated/ItemRecord";
import { mockResponse } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";
import { toastStore } from "../../ui/toast";

const FIELDS = {
  name: "Kitchen tap",
  description: "Chrome, with two handles",
  quantity: "2",
  price: "85.00",
  cost: "41.50",
  unit: "each",
  code: "KT-2",
  category: "Taps",
  favourite: true,
  includeLabour: true,
  labourHours: "1.5",
  labourRate: "45",
  labourUnitType: "days",
  vat: { treatment: "taxable", rate: "5" },
  costType: "labour",
} as const;
const TAP: ItemRecord = {
  ...FIELDS,
  id: "b8f5a4f0-7d53-4c5f-8f0d-1d2f3a4b5c03",
  version: 1,
  createdAt: 0,
  updatedAt: 0,
};

it("restores a deleted item with all its fields", async () => {
  mockResponse("GET /api/items", [TAP]);
  const user = await openSignedIn("/items");
  const [button] = await screen.findAllByRole("button", { name: "Actions for Kitchen tap" });
  await user.click(button as HTMLElement);
  const deleted = mockResponse("DELETE /api/items/{id}", undefined);
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await waitFor(() => expect(toastStore.snapshot()?.title).toBe("Kitchen tap was deleted"));
  expect(deleted.map(({ params: { id } }) => id)).toEqual([TAP.id]);
  const created = mockResponse("POST /api/items", TAP);
  await act(async () => toastStore.snapshot()?.action?.onPress());
  await waitFor(() => expect(created.map(({ body }) => body)).toEqual([{ id: TAP.id, ...FIELDS }]));
});
