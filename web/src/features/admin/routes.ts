import type { RouteObject } from "react-router";

/** The administration of the server's accounts, loaded only by admins. */
export const adminRoutes: RouteObject[] = [
  {
    path: "/admin",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./OverviewPage")).OverviewPage }),
  },
  {
    path: "/admin/users",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./UsersPage")).UsersPage }),
  },
  {
    path: "/admin/users/:id",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./UserPage")).UserPage }),
  },
  {
    path: "/admin/support",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./QuestionsPage")).QuestionsPage }),
  },
  {
    path: "/admin/support/:id",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./QuestionPage")).QuestionPage }),
  },
  {
    path: "/admin/audit",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./AuditPage")).AuditPage }),
  },
];
