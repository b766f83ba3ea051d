import type { RouteObject } from "react-router";

/** The notifications and their settings; loaded when first visited. */
export const notificationRoutes: RouteObject[] = [
  {
    path: "/notifications",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./NotificationsPage")).NotificationsPage }),
  },
  {
    path: "/notifications/:id",
    lazy: async () => ({ Component: (await import("./OpenNotificationPage")).OpenNotificationPage }),
  },
  {
    path: "/settings/notifications",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./NotificationSettingsPage")).NotificationSettingsPage }),
  },
];
