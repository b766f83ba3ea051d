import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/reads";

/** What the account has asked, the newest first. */
export const supportMessagesQuery = queryOptions({
  queryKey: ["/api/support"],
  queryFn: ({ signal }) => get("/api/support", { signal }),
});
