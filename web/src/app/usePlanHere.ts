import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { SUBSCRIPTION_PATH } from "../entities/plans/queries";
import { usePlan } from "../entities/plans/usePlan";
import { sender } from "../offline/waiting/sender";
import { todayInLondon } from "../rules/calendar";

/**
 * Keeps what is known of the plan in step with the world: what waited for one goes out as soon as there is one, and a
 * window that is open over midnight asks what the new day brings.
 */
export function usePlanRefresh(): void {
  const client = useQueryClient();
  const mayWrite = usePlan().subscription?.mayWrite;
  const today = todayInLondon();
  const checkedDay = useRef(today);
  useEffect(() => {
    if (mayWrite) sender.runSoon();
  }, [mayWrite]);
  useEffect(() => {
    if (checkedDay.current === today) return;
    checkedDay.current = today;
    void client.invalidateQueries({ queryKey: [SUBSCRIPTION_PATH], exact: true });
  }, [client, today]);
}
