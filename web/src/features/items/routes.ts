import type { RouteObject } from "react-router";

/** The screens of this feature, each loaded when first visited. */
export const itemRoutes: RouteObject[] = [];
