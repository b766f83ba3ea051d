import { createBrowserRouter, matchRoutes, Navigate, Outlet, type RouteObject } from "react-router";
import { ConfirmPasswordDialog } from "../entities/accounts/ConfirmPasswordDialog";
import { accountRoutes, resetRoutes, settingsRoutes } from "../features/accounts/routes";
import { activityRoutes } from "../features/activities/routes";
import { adminRoutes } from "../features/admin/routes";
import { archiveRoutes } from "../features/archives/routes";
import { chasingRoutes } from "../features/chasing/routes";
import { cisRoutes } from "../features/cis/routes";
import { contactRoutes } from "../features/contacts/routes";
import { creditRoutes } from "../features/credits/routes";
import { dashboardRoutes } from "../features/dashboard/routes";
import { dataImportRoutes } from "../features/data-import/routes";
import { deviceRoutes } from "../features/device/routes";
import { expenseRoutes } from "../features/expenses/routes";
import { incomeTaxRoutes } from "../features/income-tax/routes";
import { installingRoutes } from "../features/installing/routes";
import { invoiceRoutes } from "../features/invoices/routes";
import { itemRoutes } from "../features/items/routes";
import { latePaymentRoutes } from "../features/late-payment/routes";
import { notificationRoutes } from "../features/notifications/routes";
import { owedRoutes } from "../features/owed/routes";
import { planRoutes } from "../features/plans/routes";
import { profileRoutes } from "../features/profiles/routes";
import { quoteTemplateRoutes } from "../features/quote-templates/routes";
import { quoteRoutes } from "../features/quotes/routes";
import { recurringRoutes } from "../features/recurring/routes";
import { reportRoutes } from "../features/reports/routes";
import { supportRoutes } from "../features/support/routes";
import { vatRoutes } from "../features/vat/routes";
import { waitingRoutes } from "../features/waiting/routes";
import { PageSpinner } from "../ui/Spinner";
import { useNotificationNavigation } from "./background-hooks";
import { NotFoundPage, RouteErrorPage } from "./ErrorPages";
import { AdminRoute, SignedInRoute, VisitorRoute } from "./RouteGuards";
import { AppShell, type RouteHandle } from "./shell/AppShell";
import { VisitorShell } from "./shell/VisitorShell";
import { useSessionWatch } from "./useSessionWatch";

/** Every page of the app watches the session. */
function SessionLayout() {
  useSessionWatch();
  useNotificationNavigation();
  return (
    <>
      <Outlet />
      <ConfirmPasswordDialog />
    </>
  );
}

const signedInRoutes: RouteObject[] = [
  { path: "/", element: <Navigate to="/dashboard" replace /> },
  ...dashboardRoutes,
  ...quoteTemplateRoutes,
  ...quoteRoutes,
  ...invoiceRoutes,
  ...creditRoutes,
  ...contactRoutes,
  ...expenseRoutes,
  ...recurringRoutes,
  ...itemRoutes,
  ...latePaymentRoutes,
  ...activityRoutes,
  ...notificationRoutes,
  ...archiveRoutes,
  ...dataImportRoutes,
  ...profileRoutes,
  ...chasingRoutes,
  ...planRoutes,
  ...owedRoutes,
  ...reportRoutes,
  ...incomeTaxRoutes,
  ...cisRoutes,
  ...vatRoutes,
  ...settingsRoutes,
  ...installingRoutes,
  ...supportRoutes,
  ...waitingRoutes,
  ...deviceRoutes,
  { element: <AdminRoute />, children: adminRoutes },
  {
    path: "/search",
    handle: { quiet: true } satisfies RouteHandle,
    lazy: async () => ({ Component: (await import("./SearchPage")).SearchPage }),
  },
  { path: "/more", lazy: async () => ({ Component: (await import("./MorePage")).MorePage }) },
  { path: "*", element: <NotFoundPage /> },
];

/** Whether a page at this address creates or changes something. */
export function isWritingPath(address: string): boolean {
  const [path = ""] = address.split(/[?#]/);
  const matches = matchRoutes(signedInRoutes, path) ?? [];
  return matches.some(({ route, params }) => {
    const { writes, edits } = (route.handle ?? {}) as RouteHandle;
    return edits === true || (typeof writes === "function" ? writes(params) : writes === true);
  });
}

/** The app's routes. The customer's pages aren't part of the app: public.html is a separate entry. */
export function createRouter() {
  return createBrowserRouter([
    {
      errorElement: <RouteErrorPage />,
      hydrateFallbackElement: <PageSpinner />,
      children: [
        {
          element: <SessionLayout />,
          children: [
            { element: <VisitorShell />, children: resetRoutes },
            { element: <VisitorRoute />, children: [{ element: <VisitorShell />, children: accountRoutes }] },
            {
              element: <SignedInRoute />,
              children: [{ element: <AppShell isWritingPath={isWritingPath} />, children: signedInRoutes }],
            },
          ],
        },
      ],
    },
  ]);
}
