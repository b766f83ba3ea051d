import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/requests";
import { registerOfflineCollection } from "../../offline/waiting/collection";

export const templateKeys = {
  all: ["/api/quote-templates"] as const,
};

/** Every template, whole: a device makes quotes of them without signal. */
export const templatesQuery = queryOptions({
  queryKey: templateKeys.all,
  queryFn: ({ signal }) => get("/api/quote-templates", { signal }),
});

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
