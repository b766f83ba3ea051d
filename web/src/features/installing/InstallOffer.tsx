import { useQuery } from "@tanstack/react-query";
import { get, set } from "idb-keyval";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { meQuery } from "../../entities/accounts/queries";
import { canOfferPush, pushOfferStore } from "../../entities/notifications/push";
import { createPageStore } from "../../offline/device/page-transactions";
import { todayInLondon } from "../../rules/calendar";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { LogoMark } from "../../ui/Logo";
import {
  canOfferMethod,
  canOfferOn,
  getInstallMethod,
  INSTALL_PATH,
  installApp,
  promptStore,
} from "./install-prompt";

/** How far somebody has come with the product on this device, and whether they want to hear of installing it. */
export interface AppUsage {
  /** On how many days it was used. */
  days: number;
  /** The last of them, YYYY-MM-DD. */
  last: string;
  /** Whether a quote was sent from here. */
  sent: boolean;
  /** Put away for good. */
  away: boolean;
}

/** On this day of use the app is worth a place on the home screen, quote or no quote. */
export const DAYS_BEFORE_OFFER = 3;

const NO_USAGE: AppUsage = { days: 0, last: "", sent: false, away: false };

/** A day of use; the same day again is none. */
export const recordDay = (usage: AppUsage, day: string): AppUsage =>
  usage.last === day ? usage : { ...usage, days: usage.days + 1, last: day };

/** Whether the moment has come: a first quote was sent, or it is the third day. Never on arrival. */
export const isOfferDue = ({ days, sent, away }: AppUsage): boolean =>
  !away && (sent || days >= DAYS_BEFORE_OFFER);

// Not among the settings: those are emptied with a session, and what was put away for good stays away.
const usageStore = createPageStore("plumbline-installing", "usage");
const KEY = "usage";

/** What this device remembers; what cannot be read counts as nothing. */
export async function readUsage(): Promise<AppUsage> {
  try {
    return parseUsage(await get<unknown>(KEY, usageStore));
  } catch {
    return NO_USAGE;
  }
}

/** Reads what was kept, whatever it is. */
export function parseUsage(stored: unknown): AppUsage {
  const { days, last, sent, away } = (
    typeof stored === "object" && stored !== null ? stored : {}
  ) as Partial<AppUsage>;
  return {
    days: Number(days) || NO_USAGE.days,
    last: typeof last === "string" ? last : NO_USAGE.last,
    sent: sent === true,
    away: away === true,
  };
}

/** Remembers it. A browser that keeps nothing begins anew each time. */
export async function writeUsage(usage: AppUsage): Promise<void> {
  try {
    await set(KEY, usage, usageStore);
  } catch {
    // As above.
  }
}

/**
 * Whether somebody was asked about notifications since the app was opened: one question is enough. It stays true when
 * that one is answered.
 */
function useNotificationsAsked(userId: string | undefined, sent: boolean): boolean {
  const [wasAsked, setWasAsked] = useState(false);
  const isAsking = userId !== undefined && canOfferPush(userId, sent);
  useEffect(() => {
    if (isAsking) setWasAsked(true);
  }, [isAsking]);
  return wasAsked || isAsking;
}

/**
 * Offers the installed app once it has proved its worth: never on arrival, and never again once it is put away. `quiet`
 * is a page with work under the pen: there it only takes note.
 */
export function InstallOffer({ quiet = false }: { quiet?: boolean }) {
  const { pathname } = useLocation();
  const { data: user } = useQuery(meQuery);
  const sent = useSyncExternalStore(pushOfferStore.subscribe, pushOfferStore.snapshot);
  const hasPrompt = useSyncExternalStore(promptStore.subscribe, promptStore.snapshot);
  const wasAsked = useNotificationsAsked(user?.id, sent);
  const [usage, setUsage] = useState<AppUsage | null>(null);
  useEffect(() => {
    void readUsage().then((before) => setUsage(recordDay(before, todayInLondon())));
  }, []);
  useEffect(() => {
    if (usage) void writeUsage(usage);
  }, [usage]);
  const isRead = usage !== null;
  useEffect(() => {
    if (sent && isRead) setUsage((now) => (now === null || now.sent ? now : { ...now, sent: true }));
  }, [sent, isRead]);
  const method = getInstallMethod(hasPrompt);
  if (!usage || quiet || wasAsked || !isOfferDue(usage) || !canOfferMethod(method) || !canOfferOn(pathname))
    return null;
  const dismiss = () => setUsage({ ...usage, away: true });
  return (
    <aside aria-label="Install the app" className="mx-auto w-full max-w-6xl px-4 pt-4 md:px-8 md:pt-8">
      <Card>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <span className="flex size-11 shrink-0 items-center justify-center rounded-lg bg-ink">
            <LogoMark size={26} onDark />
          </span>
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-semibold text-ink">Install Plumbline on this device</p>
            <p className="text-quiet text-sm">It opens like any other app, even without signal.</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button onClick={dismiss}>No thanks</Button>
            {method === "press" ? (
              <Button variant="primary" onClick={() => void installApp().then(dismiss)}>
                Install
              </Button>
            ) : (
              <Button variant="primary" asChild>
                <Link to={INSTALL_PATH}>Show me how</Link>
              </Button>
            )}
          </div>
        </div>
      </Card>
    </aside>
  );
}
