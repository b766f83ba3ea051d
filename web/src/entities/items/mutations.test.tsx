// @vitest-environment happy-dom
import { describeWrites, ON_SHELF, writing } from "../../testing/shelf";
import { useImportItems } from "./imports";
import type { Item } from "./item";
import { useCreateItem, useDeleteItem, useUpdateItem } from "./mutations";

const ITEM = { id: ON_SHELF.item, version: 1, name: "Isolation valve", price: "4.20" } as Item;

describeWrites("an item of the library", {
  "it is made": writing({
    call: "POST /api/items",
    answer: ITEM,
    by: useCreateItem,
    with: { id: ITEM.id, input: ITEM },
    holds: ["the item"],
    again: ["the item", "the items"],
  }),
  "it is changed": writing({
    call: "PUT /api/items/{id}",
    answer: ITEM,
    by: useUpdateItem,
    with: { item: ITEM, input: ITEM },
    holds: ["the item"],
    again: ["the item", "the items"],
  }),
  "it is deleted": writing({
    call: "DELETE /api/items/{id}",
    by: useDeleteItem,
    with: ITEM,
    changes: { "the items": [{ id: ON_SHELF.other }] },
    gone: ["the item"],
  }),
  "a price list is imported": writing({
    call: "POST /api/items/import",
    answer: { done: true },
    by: useImportItems,
    with: { file: new File(["a"], "a.csv"), keep: true } as never,
    again: ["the item", "the items"],
  }),
});
