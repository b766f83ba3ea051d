import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { createQueryClient } from "./api/query-client";
import { markWrites } from "./app/mark-writes";
import { startOffline } from "./app/offline";
import { hearRefusals } from "./app/plan-refusals";
import { createRouter } from "./app/router";
import { Toasts } from "./app/Toasts";
import { settleInstalled } from "./entities/consent/installed";
import { tellAgain } from "./entities/consent/store";
import { keepPrompt } from "./features/installing/prompt";
import { registerServiceWorker } from "./offline/register";
import { forceLight } from "./offline/theme";
import "./styles.css";
import { ErrorBoundary } from "./ui/ErrorBoundary";
import { TooltipProvider } from "./ui/Tooltip";
import { markKeys } from "./ui/typing";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to show the app in.");

/** It asks after two seconds: nobody waits for it. */
const CookieConsent = lazy(async () => ({
  default: (await import("./entities/consent/CookieConsent")).CookieConsent,
}));

const queryClient = createQueryClient();
startOffline(queryClient);
const router = createRouter();

forceLight();
keepPrompt();
tellAgain();
void settleInstalled();
markKeys();
markWrites(queryClient);
hearRefusals(queryClient);

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <Toasts>
            <RouterProvider router={router} />
            <Suspense>
              <CookieConsent />
            </Suspense>
          </Toasts>
        </TooltipProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);

// Only a build has one. It can wait until everything is shown.
if (import.meta.env.PROD) window.addEventListener("load", () => void registerServiceWorker());
