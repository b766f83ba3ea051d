import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ItemImportReport } from "../../api/generated/ItemImportReport";
import { post, put, remove } from "../../api/requests";
import { type Item, type ItemInput, toItemInput } from "./item";
import { itemKeys } from "./queries";

function updateCachedItem(client: QueryClient, item: Item) {
  client.setQueryData(itemKeys.one(item.id), item);
  void client.invalidateQueries({ queryKey: itemKeys.all });
}

/** Adds an item to the price list; `id` comes from the form. */
export function useCreateItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: ItemInput }) =>
      post("/api/items", { body: { id, ...toItemInput(input) } }),
    onSuccess: (item) => updateCachedItem(client, item),
  });
}

export function useUpdateItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ item, input }: { item: Item; input: ItemInput }) =>
      put("/api/items/{id}", {
        params: { id: item.id },
        body: { version: item.version, ...toItemInput(input) },
      }),
    onSuccess: (item) => updateCachedItem(client, item),
  });
}

/** Removes an item from the price list. Documents don't change, because their lines are copies. */
export function useDeleteItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (item: Item) => remove("/api/items/{id}", { params: { id: item.id } }),
    onSuccess: (_, item) => {
      client.setQueryData<Item[]>(itemKeys.all, (list) => list?.filter(({ id }) => id !== item.id));
      client.removeQueries({ queryKey: itemKeys.one(item.id) });
    },
  });
}

/**
 * A file of items, the meaning of its prices (`charged`, `paid`, `paid:25`), and whether to save or only
 * preview it.
 */
export interface ItemsImport {
  file: File;
  prices: string;
  /** The headings to read the columns as, if the user has chosen them. */
  columns: string[] | null;
  save: boolean;
}

export function useImportItems() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, prices, columns, save }: ItemsImport) => {
      const form = new FormData();
      form.append("prices", prices);
      if (columns) form.append("columns", JSON.stringify(columns));
      form.append("file", file);
      return save
        ? post("/api/items/import", { body: form })
        : post("/api/items/import/preview", { body: form });
    },
    // Also after a failure, because part of it may have been saved.
    onSettled: (_done, _error, { save }) => {
      if (save) void client.invalidateQueries({ queryKey: itemKeys.all });
    },
  });
}

/** The drafts that contain prices from before an import, by item. */
export function useDraftsWithOldPrices() {
  return useMutation({
    mutationFn: (report: ItemImportReport) =>
      post("/api/items/drafts", {
        body: {
          items: report.rows.flatMap(({ itemId, was }) =>
            itemId !== null && was !== null ? [{ id: itemId, price: was || "0" }] : [],
          ),
        },
      }),
  });
}
