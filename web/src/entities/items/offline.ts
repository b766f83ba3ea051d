import { collection } from "../../offline/waiting/collection";

/** Items are made and changed without the network. */
export function itemsOffline(): void {
  collection({
    sort: "item",
    path: "/api/items",
    word: "item",
    nameOf: ({ name }) => String(name ?? ""),
    check: ({ name }) => (String(name ?? "").trim() ? null : ["name", "Please enter a name."]),
  });
}
