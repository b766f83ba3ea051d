import { registerOfflineCollection } from "../../offline/waiting/collection";

/** Items are made and changed without the network. */
export function registerOfflineItems(): void {
  registerOfflineCollection({
    sort: "item",
    path: "/api/items",
    noun: "item",
    getName: ({ name }) => String(name ?? ""),
    findProblem: ({ name }) => (String(name ?? "").trim() ? null : ["name", "Please enter a name."]),
  });
}
