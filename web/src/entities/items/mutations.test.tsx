// @vitest-environment window
import { defineMutation, describeMutations, IDS } from "../../testing/cached-queries";
import type { Item } from "./item";
import { useCreateItem, useDeleteItem, useImportItems, useUpdateItem } from "./mutations";

const ITEM = { id: IDS.item, version: 1, name: "Isolation valve", price: "4.20" } as Item;

describeMutations("an item", {
  "it is created": defineMutation({
    call: "POST /api/items",
    answer: ITEM,
    hook: useCreateItem,
    variables: { id: ITEM.id, input: ITEM },
    updated: ["the item"],
    refetched: ["the item", "the items"],
  }),
  "it is changed": defineMutation({
    call: "PUT /api/items/{id}",
    answer: ITEM,
    hook: useUpdateItem,
    variables: { item: ITEM, input: ITEM },
    updated: ["the item"],
    refetched: ["the item", "the items"],
  }),
  "it is deleted": defineMutation({
    call: "DELETE /api/items/{id}",
    hook: useDeleteItem,
    variables: ITEM,
    changes: { "the items": [{ id: IDS.other }] },
    removed: ["the item"],
  }),
  "a price list is imported": defineMutation({
    call: "POST /api/items/import",
    answer: { done: true },
    hook: useImportItems,
    variables: { file: new File(["a"], "a.csv"), save: true } as never,
    refetched: ["the item", "the items"],
    // Part of it may have been saved.
    refused: { refetched: ["the item", "the items"] },
  }),
});
