import { queryOptions } from "@tanstack/react-query";
import type { AccountExport } from "../../../api/generated/AccountExport";
import { get } from "../../../api/reads";

/** How often a copy that is being made is asked after, in milliseconds. */
const EXPORT_POLL_MS = 1500;

/** The devices, this one first. Asked anew each time the page is opened: others come and go. */
export const devicesQuery = queryOptions({
  queryKey: ["/api/account/sessions"] as const,
  queryFn: ({ signal }) => get("/api/account/sessions", { signal }),
  staleTime: 0,
});

/** Whether support may look into the account, and until when. */
export const supportAccessQuery = queryOptions({
  queryKey: ["/api/account/support-access"] as const,
  queryFn: ({ signal }) => get("/api/account/support-access", { signal }),
  staleTime: 0,
});

export function isExportRunning(latestExport: AccountExport | null | undefined): boolean {
  return latestExport?.status === "queued" || latestExport?.status === "running";
}

/** The latest copy of everything; null when none was ever asked for. Followed while it is being made. */
export const exportQuery = queryOptions({
  queryKey: ["/api/account/export"] as const,
  queryFn: ({ signal }) => get("/api/account/export", { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (isExportRunning(state.data) ? EXPORT_POLL_MS : false),
});
