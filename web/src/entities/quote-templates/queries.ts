import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/reads";

export const templateKeys = {
  all: ["/api/quote-templates"] as const,
};

/** Every template, whole: a device makes quotes of them without signal. */
export const templatesQuery = queryOptions({
  queryKey: templateKeys.all,
  queryFn: ({ signal }) => get("/api/quote-templates", { signal }),
});
