import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { post, put, remove } from "../../api/writes";
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
