import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { listenForUnauthorised } from "../api/client";
import { isSupportAccessEnded, isSuspended } from "../api/errors";
import type { User } from "../api/generated/User";
import { post } from "../api/requests";
import { accountKeys, leaveEndedSupportAccess, meQuery } from "../entities/accounts/queries";
import { clearCachedReads, endSession } from "../features/accounts/end-session";
import { listenToTabs, notifyTabs, type SessionEnding } from "../features/accounts/tab-messages";
import { isUpdateAvailable, resetApp } from "../offline/app-updates";
import { readSetting, writeSetting } from "../offline/device-settings";
import { toast } from "../ui/toast";
import { getCheckGap, IDLE_LIMIT, IdleTimer, throttleCheck } from "./idle-timer";

export const INACTIVITY_MESSAGE = "You have been logged out due to inactivity for 20 minutes";
const LAST_TOUCH_SETTING = "lastActivity";
const TOUCH_EVENTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "scroll"] as const;

/** Shows why the session has ended, unless the user logged out. */
function announceEnding(ending: SessionEnding): void {
  if (ending === "inactivity") toast({ title: INACTIVITY_MESSAGE, duration: 3000 });
  if (ending === "elsewhere")
    toast({ title: "You have been logged out", description: "Please log in again." });
  if (ending === "unchecked")
    toast({
      title: "You have been logged out",
      description:
        "We couldn’t check that you are still logged in. What you typed is saved. Please log in again.",
      tone: "bad",
    });
}

/**
 * Checks who is signed in, and removes data that was read for another user. If the check fails for any
 * reason, the user is signed out; if the browser knows that it is offline, nothing is checked. `cause` says
 * why a session that the server no longer knows has ended.
 */
async function recheckSession(client: QueryClient, cause: () => SessionEnding): Promise<void> {
  if (navigator.onLine === false) return;
  const before = client.getQueryData<User | null>(accountKeys.me);
  await client.refetchQueries({ queryKey: accountKeys.me });
  const checked = client.getQueryState(accountKeys.me);
  // The check succeeded: the account is suspended, which the page displays.
  if (isSuspended(checked?.error)) return;
  if (before && checked?.status === "error") {
    endSession(client, "unchecked");
    return announceEnding("unchecked");
  }
  const after = client.getQueryData<User | null>(accountKeys.me);
  // The check may be the first to notice. If something else has ended the session meanwhile, the reason is
  // already set.
  if (before && after === null && !client.getQueryData(accountKeys.ending)) {
    const ending = cause();
    endSession(client, ending, before);
    return announceEnding(ending);
  }
  if (after) client.setQueryData(accountKeys.ending, null);
  if (before && after && JSON.stringify(before) !== JSON.stringify(after)) clearCachedReads(client);
}

/**
 * Watches the session: a 401 from any request ends it, 20 minutes without a touch end it in every tab,
 * messages from other tabs are followed, and returning to the tab checks it again. Mounted once.
 */
export function useSessionWatch(): void {
  const client = useQueryClient();
  const idleTimer = useRef<IdleTimer | null>(null);
  const { data: user } = useQuery(meQuery);
  const userId = user?.id;
  // The server's idle time and ours may differ by the duration of a request and by up to a minute without a
  // keep-alive.
  const [findCause] = useState(() => (): SessionEnding => {
    const quiet = idleTimer.current?.getIdleTime() ?? 0;
    return quiet > IDLE_LIMIT - 2 * 60_000 ? "inactivity" : "elsewhere";
  });
  const [check] = useState(() => throttleCheck(() => recheckSession(client, findCause), getCheckGap));

  useEffect(() => {
    const finish = (ending: SessionEnding) => {
      if (!client.getQueryData(accountKeys.me)) return;
      endSession(client, ending);
      announceEnding(ending);
    };
    let isCheckingUpdate = false;
    const stopUnauthorised = listenForUnauthorised((expired, error) => {
      if (isSupportAccessEnded(error)) return void leaveEndedSupportAccess().catch(() => finish("elsewhere"));
      const before = client.getQueryState<User | null>(accountKeys.me);
      if (!before?.data || isCheckingUpdate) return;
      const ending = findCause();
      if (!expired) return finish(ending);
      isCheckingUpdate = true;
      void isUpdateAvailable()
        .then((update) => {
          if (update) return resetApp(INACTIVITY_MESSAGE);
          // If the user has signed in again meanwhile, that session stays. If the session's own check was
          // refused, there may be no user in the cache any more, but the data read for them must be removed
          // all the same.
          const now = client.getQueryState(accountKeys.me);
          if (now?.data && now.dataUpdatedAt !== before.dataUpdatedAt) return;
          // The check was refused and has ended the session itself.
          if (client.getQueryData(accountKeys.ending)) return;
          endSession(client, ending, before.data);
          announceEnding(ending);
        })
        .finally(() => {
          isCheckingUpdate = false;
        });
    });
    const stopHearing = listenToTabs((news) => {
      if (news.type === "ended") finish(news.ending);
      else void check({ force: true });
    });
    const onVisible = () => {
      if (document.visibilityState !== "visible") return;
      // A session that couldn't be checked may still exist, in which case it continues.
      if (client.getQueryData(accountKeys.ending) === "unchecked") return void check({ force: true });
      if (client.getQueryData(accountKeys.me) && (idleTimer.current?.checkIdle() ?? true)) void check();
    };
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("online", onVisible);
    return () => {
      stopUnauthorised();
      stopHearing();
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("online", onVisible);
    };
  }, [client, check, findCause]);

  useEffect(() => {
    if (!userId) return;
    const watch = new IdleTimer({
      now: Date.now,
      readLastTouch: () => Number(readSetting(LAST_TOUCH_SETTING)) || null,
      writeLastTouch: (at) => writeSetting(LAST_TOUCH_SETTING, String(at)),
      onIdle: () => {
        endSession(client, "inactivity");
        announceEnding("inactivity");
        notifyTabs({ type: "ended", ending: "inactivity" });
        // The server would end the session by itself; this only does so sooner.
        post("/api/auth/logout").catch(() => {});
      },
      onKeepAlive: () => void check(),
    });
    idleTimer.current = watch;
    const touch = () => watch.recordTouch();
    for (const event of TOUCH_EVENTS) window.addEventListener(event, touch, { passive: true, capture: true });
    return () => {
      watch.stop();
      idleTimer.current = null;
      for (const event of TOUCH_EVENTS) window.removeEventListener(event, touch, { capture: true });
    };
  }, [client, check, userId]);
}
