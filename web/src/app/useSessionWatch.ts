import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { listenForUnauthorised } from "../api/client";
import { isLookEnded, isSuspended } from "../api/errors";
import type { User } from "../api/generated/User";
import { post } from "../api/writes";
import { leaveEndedLook } from "../entities/accounts/look";
import { accountKeys, meQuery } from "../entities/accounts/queries";
import { endSession, forgetReads } from "../features/accounts/end-session";
import { type Ending, hearTabs, tellTabs } from "../features/accounts/tabs";
import { fullReset } from "../offline/full-reset";
import { readSetting, writeSetting } from "../offline/storage";
import { updateAvailable } from "../offline/update-check";
import { toast } from "../ui/toast";
import { IDLE_LIMIT, IdleWatch } from "./inactivity";
import { checkGap, throttledCheck } from "./session-check";

export const INACTIVITY = "You have been logged out due to inactivity for 20 minutes";
const LAST_TOUCH = "lastActivity";
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "scroll"] as const;

/** Says why the session is over, where its person did not end it themselves. */
function say(ending: Ending): void {
  if (ending === "inactivity") toast({ title: INACTIVITY, duration: 3000 });
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
 * Asks who is signed in. What was read for somebody else is forgotten. Where the check fails, whatever the reason,
 * nobody is signed in any more; a browser that knows it has no network asks nothing. `cause` says why a session is
 * over that the server no longer knows.
 */
async function askAgain(client: QueryClient, cause: () => Ending): Promise<void> {
  if (navigator.onLine === false) return;
  const before = client.getQueryData<User | null>(accountKeys.me);
  await client.refetchQueries({ queryKey: accountKeys.me });
  const asked = client.getQueryState(accountKeys.me);
  // It was checked: the account is kept out, and the page says so.
  if (isSuspended(asked?.error)) return;
  if (before && asked?.status === "error") {
    endSession(client, "unchecked");
    return say("unchecked");
  }
  const after = client.getQueryData<User | null>(accountKeys.me);
  // The check may be the first to hear of it. Where something else has ended the session meanwhile, it has said why.
  if (before && after === null && !client.getQueryData(accountKeys.ending)) {
    const ending = cause();
    endSession(client, ending, before);
    return say(ending);
  }
  if (after) client.setQueryData(accountKeys.ending, null);
  if (before && after && JSON.stringify(before) !== JSON.stringify(after)) forgetReads(client);
}

/**
 * Watches the session: a 401 anywhere ends it, 20 quiet minutes end it in every tab, other tabs are heard, and coming
 * back to the tab asks again. Mounted once.
 */
export function useSessionWatch(): void {
  const client = useQueryClient();
  const idle = useRef<IdleWatch | null>(null);
  const { data: user } = useQuery(meQuery);
  const userId = user?.id;
  // The server's clock and ours may be apart by what a request takes, and by the last minute's silence.
  const [cause] = useState(() => (): Ending => {
    const quiet = idle.current?.quietFor() ?? 0;
    return quiet > IDLE_LIMIT - 2 * 60_000 ? "inactivity" : "elsewhere";
  });
  const [check] = useState(() => throttledCheck(() => askAgain(client, cause), checkGap));

  useEffect(() => {
    const finish = (ending: Ending) => {
      if (!client.getQueryData(accountKeys.me)) return;
      endSession(client, ending);
      say(ending);
    };
    let looking = false;
    const stopUnauthorised = listenForUnauthorised((expired, error) => {
      if (isLookEnded(error)) return void leaveEndedLook().catch(() => finish("elsewhere"));
      const held = client.getQueryState<User | null>(accountKeys.me);
      if (!held?.data || looking) return;
      const ending = cause();
      if (!expired) return finish(ending);
      looking = true;
      void updateAvailable()
        .then((update) => {
          if (update) return fullReset(INACTIVITY);
          // Whoever has logged in anew meanwhile stays. Nobody may be held any more, when it was the session's own
          // check that was refused: what was read for them is forgotten all the same.
          const now = client.getQueryState(accountKeys.me);
          if (now?.data && now.dataUpdatedAt !== held.dataUpdatedAt) return;
          // The check was refused, and has ended the session itself.
          if (client.getQueryData(accountKeys.ending)) return;
          endSession(client, ending, held.data);
          say(ending);
        })
        .finally(() => {
          looking = false;
        });
    });
    const stopHearing = hearTabs((news) => {
      if (news.type === "ended") finish(news.ending);
      else void check({ force: true });
    });
    const onVisible = () => {
      if (document.visibilityState !== "visible") return;
      // A session that could not be checked may well go on: it is taken up again where it does.
      if (client.getQueryData(accountKeys.ending) === "unchecked") return void check({ force: true });
      if (client.getQueryData(accountKeys.me) && (idle.current?.check() ?? true)) void check();
    };
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("online", onVisible);
    return () => {
      stopUnauthorised();
      stopHearing();
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("online", onVisible);
    };
  }, [client, check, cause]);

  useEffect(() => {
    if (!userId) return;
    const watch = new IdleWatch({
      now: Date.now,
      read: () => Number(readSetting(LAST_TOUCH)) || null,
      write: (at) => writeSetting(LAST_TOUCH, String(at)),
      onIdle: () => {
        endSession(client, "inactivity");
        say("inactivity");
        tellTabs({ type: "ended", ending: "inactivity" });
        // The server counts for itself; this only saves it the wait.
        post("/api/auth/logout").catch(() => {});
      },
      onKeepAlive: () => void check(),
    });
    idle.current = watch;
    const touch = () => watch.touch();
    for (const event of TOUCHES) window.addEventListener(event, touch, { passive: true, capture: true });
    return () => {
      watch.stop();
      idle.current = null;
      for (const event of TOUCHES) window.removeEventListener(event, touch, { capture: true });
    };
  }, [client, check, userId]);
}
