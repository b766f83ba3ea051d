import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ItemImportReport } from "../../api/generated/ItemImportReport";
import { post, put, remove } from "../../api/requests";
import { type Item, type ItemInput, toItemInput } from "./item";
import { itemKeys } from "./queries";

function updateCachedItem(client: QueryClient, item: Item) {
  client.setQueryData(itemKeys.one(item.id), item);
  void client.invalidateQueries({ queryKey: itemKeys.all });
}

/** Puts an item into the library; `id` is the form's own. */
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

/** Takes an item out of the library. No document changes: a line is a copy. */
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

/** A file of items, what its prices are (`charged`, `paid`, `paid:25`), and whether it is kept or only looked at. */
export interface ItemsImport {
  file: File;
  prices: string;
  /** The headings as which its columns are read, where somebody says. */
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
    // Also after a failure: some of it may have been saved.
    onSettled: (_done, _error, { save }) => {
      if (save) void client.invalidateQueries({ queryKey: itemKeys.all });
    },
  });
}

/** The drafts that have the prices from before an import, an item at a time. */
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
