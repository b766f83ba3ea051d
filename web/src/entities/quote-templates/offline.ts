import { registerOfflineCollection } from "../../offline/waiting/collection";

/** Templates of quotes are kept, changed and read without the network. */
export function registerOfflineTemplates(): void {
  registerOfflineCollection({
    sort: "quote_template",
    path: "/api/quote-templates",
    noun: "quote template",
    getName: ({ name }) => String(name ?? ""),
    findProblem: ({ name }) =>
      String(name ?? "").trim() ? null : ["name", "Give it a name you’ll recognise, such as Bathroom refit."],
  });
}
