import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { get } from "../../api/requests";

const PAGE_SIZE = 30;

export const notificationKeys = {
  /** The list, its pages, and how many of it are new. */
  all: ["/api/notifications"] as const,
  list: ["/api/notifications", "list"] as const,
  unread: ["/api/notifications", "unread"] as const,
  settings: ["/api/notifications/settings"] as const,
  devices: ["/api/notifications/devices"] as const,
};

/** What the bell counts; a hundred stands for more as well. */
export const unreadCountQuery = queryOptions({
  queryKey: notificationKeys.unread,
  queryFn: ({ signal }) => get("/api/notifications/unread", { signal }),
  select: ({ unread }) => unread,
});

/** The list, the newest first. A page goes on after the last of the one before. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: notificationKeys.list,
  queryFn: ({ pageParam, signal }) =>
    get("/api/notifications", { query: { before: pageParam || undefined, limit: PAGE_SIZE }, signal }),
  initialPageParam: "",
  getNextPageParam: (last) => (last.length === PAGE_SIZE ? last.at(-1)?.id : undefined),
});

export const notificationSettingsQuery = queryOptions({
  queryKey: notificationKeys.settings,
  queryFn: ({ signal }) => get("/api/notifications/settings", { signal }),
});

/** The browsers that are told. Asked anew each time: others come and go. */
export const notifiedDevicesQuery = queryOptions({
  queryKey: notificationKeys.devices,
  queryFn: ({ signal }) => get("/api/notifications/devices", { signal }),
  staleTime: 0,
});
