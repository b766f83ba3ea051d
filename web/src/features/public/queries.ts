import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/reads";
import { KINDS } from "../../documents/kind";
import { publicPageKeys } from "../../documents/publicPageKeys";
import type { CustomerPageData } from "./page-data";

const MINUTE = 60_000;

/** What the holder of a link may see: fresh for 5 minutes, kept for 10, read again on coming back. */
export const customerPageQuery = ({ kind, token, answer }: CustomerPageData) =>
  queryOptions({
    queryKey: publicPageKeys.one(kind, token),
    queryFn: ({ signal }) =>
      get(`${KINDS[kind].api}/public/{token}`, { params: { token }, query: { with: "page" }, signal }),
    initialData: answer ?? undefined,
    enabled: answer !== null,
    staleTime: 5 * MINUTE,
    gcTime: 10 * MINUTE,
    refetchOnWindowFocus: true,
  });
