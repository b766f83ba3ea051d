import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { SUBSCRIPTION } from "../entities/plans/queries";
import { usePlan } from "../entities/plans/usePlan";
import { sender } from "../offline/waiting/sender";
import { todayInLondon } from "../rules/calendar";

/**
 * Keeps what is known of the plan in step with the world: what waited for one goes out as soon as there is one, and a
 * window that is open over midnight asks what the new day brings.
 */
export function usePlanHere(): void {
  const client = useQueryClient();
  const mayWrite = usePlan().answer?.mayWrite;
  const today = todayInLondon();
  const asked = useRef(today);
  useEffect(() => {
    if (mayWrite) sender.soon();
  }, [mayWrite]);
  useEffect(() => {
    if (asked.current === today) return;
    asked.current = today;
    void client.invalidateQueries({ queryKey: [SUBSCRIPTION], exact: true });
  }, [client, today]);
}
