import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/requests";
import { registerOfflineCollection } from "../../offline/waiting/collection";

export const templateKeys = {
  all: ["/api/quote-templates"] as const,
};

/** All templates in full, so that a device can make quotes from them offline. */
export const templatesQuery = queryOptions({
  queryKey: templateKeys.all,
  queryFn: ({ signal }) => get("/api/quote-templates", { signal }),
});

/** Lets quote templates be created, changed and read offline. */
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
