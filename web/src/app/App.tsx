import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, StrictMode, Suspense } from "react";
import { RouterProvider } from "react-router";
import { configQuery } from "../entities/accounts/queries";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { ToastProvider } from "../ui/Toaster";
import { TooltipProvider } from "../ui/Tooltip";
import type { createRouter } from "./router";

/** Lazy, because the banner appears only after two seconds. */
const CookieConsent = lazy(async () => ({
  default: (await import("../entities/consent/CookieConsent")).CookieConsent,
}));

/** The whole app: the providers, and the page at the current address. */
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

/**
 * The app's toasts. The support address is loaded at the start, because it may not be available once it is
 * needed.
 */
export function AppToastProvider({ children }: { children: ReactNode }) {
  const { data: config } = useQuery(configQuery);
  return <ToastProvider support={config?.supportEmail}>{children}</ToastProvider>;
}
