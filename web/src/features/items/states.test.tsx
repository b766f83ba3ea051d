// @vitest-environment window
import type { ItemRecord } from "../../api/generated/ItemRecord";
import { mockResponse } from "../../testing/network";
import {
  describeFileImport,
  describeFormSave,
  describeScreenStates,
  NOT_FOUND,
} from "../../testing/screen-states";

const TAP: ItemRecord = {
  id: "b8f5a4f0-7d53-4c5f-8f0d-1d2f3a4b5c03",
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  name: "Kitchen tap",
  description: "",
  quantity: "1",
  price: "85.00",
  cost: "",
  unit: "",
  code: "",
  category: "",
  favourite: false,
  includeLabour: false,
  labourHours: "0",
  labourRate: "0",
  labourUnitType: "hours",
  vat: null,
  costType: "materials",
};

describeScreenStates("the items", {
  path: "/items",
  call: "GET /api/items",
  answer: [TAP],
  shows: TAP.name,
  empty: { answer: [], says: "No items yet", next: ["Add your first item", "/items/edit/new"] },
  fails: "Your items could not be loaded",
});

describeScreenStates("an item", {
  path: `/items/edit/${TAP.id}`,
  call: "GET /api/items/{id}",
  answer: TAP,
  shows: "Save changes",
  fails: "This item could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this item",
      next: ["See all items", "/items"],
    },
  ],
});

describeFormSave("a new item", {
  path: "/items/edit/new",
  call: "POST /api/items",
  fields: [["Name", TAP.name]],
  refused: { path: "name", label: "Name" },
  button: "Save item",
});

describeFileImport("the import of items", {
  path: "/items/import",
  call: "POST /api/items/import/preview",
  input: "Items file",
  answer: {
    done: false,
    encoding: "UTF-8",
    separator: ";",
    leftOut: [],
    columns: [{ heading: "Item", example: TAP.name, reads: "Name" }],
    choices: ["Name", "Price"],
    asks: false,
    new: 1,
    updated: 0,
    same: 0,
    unreadable: 0,
    rows: [{ row: 2, outcome: "new", name: TAP.name, says: "", itemId: null, was: null }],
  },
  shows: "Import 1 item",
});

describeFormSave("changing an item", {
  path: `/items/edit/${TAP.id}`,
  call: "PUT /api/items/{id}",
  besides: () => mockResponse("GET /api/items/{id}", TAP),
  fields: [["Name", "Bathroom tap"]],
  refused: { path: "name", label: "Name" },
  button: "Save changes",
});
