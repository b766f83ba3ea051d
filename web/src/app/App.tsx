import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, StrictMode, Suspense } from "react";
import { RouterProvider } from "react-router";
import { configQuery } from "../entities/accounts/queries";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { ToastProvider } from "../ui/Toaster";
import { TooltipProvider } from "../ui/Tooltip";
import type { createRouter } from "./router";

/** It asks after two seconds: nobody waits for it. */
const CookieConsent = lazy(async () => ({
  default: (await import("../entities/consent/CookieConsent")).CookieConsent,
}));

/** The whole app: what every page stands in, and the page that the address names. */
export function App({ client, router }: { client: QueryClient; router: ReturnType<typeof createRouter> }) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={client}>
          <TooltipProvider>
            <AppToastProvider>
              <RouterProvider router={router} />
              <Suspense>
                <CookieConsent />
              </Suspense>
            </AppToastProvider>
          </TooltipProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  );
}

/** The toasts of the app. The support address is asked for at the start: when it is needed it may be too late. */
export function AppToastProvider({ children }: { children: ReactNode }) {
  const { data: config } = useQuery(configQuery);
  return <ToastProvider support={config?.supportEmail}>{children}</ToastProvider>;
}
