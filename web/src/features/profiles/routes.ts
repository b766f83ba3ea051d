import type { RouteObject } from "react-router";

/** Existing profiles can be read without a plan; `new` creates one. */
const isNew = ({ id }: { id?: string }) => id === "new";

/** The business profiles' screens, each loaded when first visited. */
export const profileRoutes: RouteObject[] = [
  {
    path: "/settings/business-profiles",
    lazy: async () => ({ Component: (await import("./ProfilesPage")).ProfilesPage }),
  },
  {
    path: "/settings/business-profiles/:id",
    lazy: async () => ({ Component: (await import("./EditProfilePage")).EditProfilePage }),
    handle: { focused: true, writes: isNew, own: true },
  },
];
