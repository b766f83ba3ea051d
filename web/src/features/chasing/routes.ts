import type { RouteObject } from "react-router";

/** The reminders of a business, loaded when first visited. */
export const chasingRoutes: RouteObject[] = [
  {
    path: "/settings/business-profiles/:id/reminders",
    lazy: async () => ({ Component: (await import("./RemindersPage")).RemindersPage }),
    handle: { focused: true, own: true },
  },
];
