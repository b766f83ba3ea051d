import type { RouteObject } from "react-router";

/** The business profiles' screens, each loaded when first visited. */
export const profileRoutes: RouteObject[] = [
  {
    path: "/settings/business-profiles",
    lazy: async () => ({ Component: (await import("./ProfilesPage")).ProfilesPage }),
  },
  {
    path: "/settings/business-profiles/:id",
    lazy: async () => ({ Component: (await import("./EditProfilePage")).EditProfilePage }),
    handle: { focused: true },
  },
];
