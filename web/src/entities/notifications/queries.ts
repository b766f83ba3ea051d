import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { get } from "../../api/requests";

const PAGE_SIZE = 30;

export const notificationKeys = {
  /** The list, its pages and the unread count. */
  all: ["/api/notifications"] as const,
  list: ["/api/notifications", "list"] as const,
  unread: ["/api/notifications", "unread"] as const,
  settings: ["/api/notifications/settings"] as const,
  devices: ["/api/notifications/devices"] as const,
};

/** The unread count for the bell; 100 means 100 or more. */
export const unreadCountQuery = queryOptions({
  queryKey: notificationKeys.unread,
  queryFn: ({ signal }) => get("/api/notifications/unread", { signal }),
  select: ({ unread }) => unread,
});

/** Notifications, newest first. Each page continues after the last one of the previous page. */
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

/** The browsers that receive notifications. Always refetched, because other devices come and go. */
export const notifiedDevicesQuery = queryOptions({
  queryKey: notificationKeys.devices,
  queryFn: ({ signal }) => get("/api/notifications/devices", { signal }),
  staleTime: 0,
});
