// Renders one part of a page on its own, with the network of network.ts: for anything that needs neither the
// app around it nor a route.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { type ReactNode, Suspense } from "react";
import { BrowserRouter } from "react-router";
import { createQueryClient } from "../api/query-client";
import { TooltipProvider } from "../ui/Tooltip";
import { cleanups } from "./each-test";

/**
 * Renders a part, at an address if it reads one, and waits for the rules if necessary. Returns the simulated
 * user.
 */
export async function renderAlone(part: ReactNode, at = "/"): Promise<UserEvent> {
  window.history.replaceState(null, "", at);
  const client = createQueryClient();
  cleanups.push(() => client.clear());
  const page = (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <BrowserRouter>
          <Suspense>{part}</Suspense>
        </BrowserRouter>
      </TooltipProvider>
    </QueryClientProvider>
  );
  await act(async () => render(page));
  return userEvent.setup({ delay: null });
}
