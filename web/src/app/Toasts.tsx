import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { configQuery } from "../entities/accounts/queries";
import { ToastProvider } from "../ui/Toaster";

/** The toasts of the app. The support address is asked for at the start: when it is needed it may be too late. */
export function AppToastProvider({ children }: { children: ReactNode }) {
  const { data: config } = useQuery(configQuery);
  return <ToastProvider support={config?.supportEmail}>{children}</ToastProvider>;
}
