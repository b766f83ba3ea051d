import type { RouteObject } from "react-router";

/** Sign-in and sign-up, each screen loaded when first visited. */
export const accountRoutes: RouteObject[] = [
  { path: "/login", lazy: async () => ({ Component: (await import("./LoginPage")).LoginPage }) },
  { path: "/register", lazy: async () => ({ Component: (await import("./RegisterPage")).RegisterPage }) },
  { path: "/verify-email", lazy: async () => ({ Component: (await import("./VerifyPage")).VerifyPage }) },
];
