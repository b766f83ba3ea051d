import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { View } from "../../api/generated/View";
import type { ViewInput } from "../../api/generated/ViewInput";
import type { ViewQuery } from "../../api/generated/ViewQuery";
import { get } from "../../api/reads";
import { post, put, remove } from "../../api/writes";

const VIEWS_KEY = ["/api/views"];

/** The views of every list. */
export const viewsQuery = queryOptions({
  queryKey: VIEWS_KEY,
  queryFn: ({ signal }) => get("/api/views", { signal }),
});

/** Whether two views show the same. */
export function isSameView(one: ViewQuery, other: ViewQuery): boolean {
  const names = ["q", "status", "archived", "from", "to", "sort"] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Keeping views, giving them names, and removing them. */
export function useViews() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: VIEWS_KEY });
  return {
    saveView: useMutation({ mutationFn: (body: ViewInput) => post("/api/views", { body }), onSuccess }),
    updateView: useMutation({
      mutationFn: ({ id, kind, name, query }: View) =>
        put("/api/views/{id}", { params: { id }, body: { kind, name, query } }),
      onSuccess,
    }),
    removeView: useMutation({
      mutationFn: (id: string) => remove("/api/views/{id}", { params: { id } }),
      onSuccess,
    }),
  };
}
