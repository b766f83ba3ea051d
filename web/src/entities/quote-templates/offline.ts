import { collection } from "../../offline/waiting/collection";

/** Templates of quotes are kept, changed and read without the network. */
export function templatesOffline(): void {
  collection({
    sort: "quote_template",
    path: "/api/quote-templates",
    word: "quote template",
    nameOf: ({ name }) => String(name ?? ""),
    check: ({ name }) =>
      String(name ?? "").trim() ? null : ["name", "Give it a name you’ll recognise, such as Bathroom refit."],
  });
}
