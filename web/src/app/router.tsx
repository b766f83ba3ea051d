import { createBrowserRouter, Navigate, Outlet, type RouteObject } from "react-router";
import { accountRoutes } from "../features/accounts/routes";
import { contactRoutes } from "../features/contacts/routes";
import { dashboardRoutes } from "../features/dashboard/routes";
import { invoiceRoutes } from "../features/invoices/routes";
import { itemRoutes } from "../features/items/routes";
import { profileRoutes } from "../features/profiles/routes";
import { publicRoutes } from "../features/public/routes";
import { quoteRoutes } from "../features/quotes/routes";
import { PageSpinner } from "../ui/Spinner";
import { RouteErrorScreen } from "./ErrorScreen";
import { NotFoundPage } from "./NotFoundPage";
import { SignedInOnly, useSessionWatch, VisitorOnly } from "./session";
import { AppShell } from "./shell/AppShell";
import { VisitorShell } from "./shell/VisitorShell";

/** Everything but the customer's pages: here the session is watched. */
function WithSession() {
  useSessionWatch();
  return <Outlet />;
}

const signedIn: RouteObject[] = [
  { path: "/", element: <Navigate to="/dashboard" replace /> },
  ...dashboardRoutes,
  ...quoteRoutes,
  ...invoiceRoutes,
  ...contactRoutes,
  ...itemRoutes,
  ...profileRoutes,
  { path: "/more", lazy: async () => ({ Component: (await import("./MorePage")).MorePage }) },
  { path: "*", element: <NotFoundPage /> },
];

/** The routes. A customer's page knows no session and no shell. */
export function createRouter() {
  return createBrowserRouter([
    {
      errorElement: <RouteErrorScreen />,
      hydrateFallbackElement: <PageSpinner />,
      children: [
        ...publicRoutes,
        {
          element: <WithSession />,
          children: [
            { element: <VisitorOnly />, children: [{ element: <VisitorShell />, children: accountRoutes }] },
            { element: <SignedInOnly />, children: [{ element: <AppShell />, children: signedIn }] },
          ],
        },
      ],
    },
  ]);
}
