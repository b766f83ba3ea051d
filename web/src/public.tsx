import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client";
import { CustomerPage } from "./features/public/CustomerPage";
import { parsePublicPath, readEmbeddedPageData } from "./features/public/page-data";
import { ErrorBoundary } from "./ui/ErrorBoundary";
import "./public.css";

// The customer's page is a separate entry: no router, no session, and no rules until a line is ticked.
const root = document.getElementById("root");
const page = readEmbeddedPageData(document) ?? parsePublicPath(location.pathname);
if (!root || !page) throw new Error("The page has no #root, or its address names no document.");

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={createQueryClient()}>
        <CustomerPage {...page} />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
