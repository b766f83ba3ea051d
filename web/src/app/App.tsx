import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, StrictMode, Suspense } from "react";
import { RouterProvider } from "react-router";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { TooltipProvider } from "../ui/Tooltip";
import type { createRouter } from "./router";
import { AppToastProvider } from "./Toasts";

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
