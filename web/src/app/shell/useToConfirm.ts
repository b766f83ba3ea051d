import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { KINDS } from "../../documents/kind";
import { dashboardQuery } from "../../features/dashboard/queries";

/** How many payments wait to be confirmed, by the path of the place that lists them. */
export function usePaymentsToConfirm(): Record<string, number> {
  const { data } = useQuery({ ...dashboardQuery, select: ({ toConfirm }) => toConfirm });
  return { [KINDS.quote.path]: data?.quotes ?? 0, [KINDS.invoice.path]: data?.invoices ?? 0 };
}

/** Shows the number on the installed app's icon, where the device has such a badge; none once signed out. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!("setAppBadge" in navigator)) return;
    // A device may refuse; the number stands in the app all the same.
    const ignore = () => undefined;
    if (count > 0) navigator.setAppBadge(count).catch(ignore);
    else navigator.clearAppBadge().catch(ignore);
  }, [count]);
  useEffect(
    () => () => {
      if ("clearAppBadge" in navigator) navigator.clearAppBadge().catch(() => undefined);
    },
    [],
  );
}
