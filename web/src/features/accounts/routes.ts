import type { RouteObject } from "react-router";

/** Sign-in and sign-up; each screen is loaded when first visited. */
export const accountRoutes: RouteObject[] = [
  { path: "/login", lazy: async () => ({ Component: (await import("./LoginPage")).LoginPage }) },
  { path: "/register", lazy: async () => ({ Component: (await import("./RegisterPage")).RegisterPage }) },
  { path: "/verify-email", lazy: async () => ({ Component: (await import("./VerifyPage")).VerifyPage }) },
  {
    path: "/forgot-password",
    lazy: async () => ({ Component: (await import("./ForgotPasswordPage")).ForgotPasswordPage }),
  },
];

/** A reset link opens for everybody, signed in or not. */
export const resetRoutes: RouteObject[] = [
  {
    path: "/reset-password",
    lazy: async () => ({ Component: (await import("./ResetPasswordPage")).ResetPasswordPage }),
  },
];

/** The account settings, for signed-in users. */
export const settingsRoutes: RouteObject[] = [
  {
    path: "/settings",
    handle: { quiet: true, own: true },
    lazy: async () => ({ Component: (await import("./settings/SettingsPage")).SettingsPage }),
  },
];
