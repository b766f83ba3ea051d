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

/** How much the product has been used on this device, and whether the offer to install it was dismissed. */
export interface AppUsage {
  /** On how many days it was used. */
  days: number;
  /** The last of those days, YYYY-MM-DD. */
  last: string;
  /** Whether a quote was sent from this device. */
  sent: boolean;
  /** Whether the offer was dismissed for good. */
  away: boolean;
}

/** From this day of use the installation is offered, even if no quote was sent. */
export const DAYS_BEFORE_OFFER = 3;

const NO_USAGE: AppUsage = { days: 0, last: "", sent: false, away: false };

/** Counts a day of use; the same day isn't counted twice. */
export const recordDay = (usage: AppUsage, day: string): AppUsage =>
  usage.last === day ? usage : { ...usage, days: usage.days + 1, last: day };

/** Whether to offer the installation: after the first sent quote or on the third day, never on arrival. */
export const isOfferDue = ({ days, sent, away }: AppUsage): boolean =>
  !away && (sent || days >= DAYS_BEFORE_OFFER);

// Stored apart from the settings, which are cleared with a session: a dismissal is permanent.
const usageStore = createPageStore("plumbline-installing", "usage");
const KEY = "usage";

/** The usage stored on this device; what can't be read counts as nothing. */
export async function readUsage(): Promise<AppUsage> {
  try {
    return parseUsage(await get<unknown>(KEY, usageStore));
  } catch {
    return NO_USAGE;
  }
}

/** Parses the stored usage, whatever its shape. */
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

/** Stores the usage. A browser that stores nothing starts again each time. */
export async function writeUsage(usage: AppUsage): Promise<void> {
  try {
    await set(KEY, usage, usageStore);
  } catch {
    // As above.
  }
}

/**
 * Whether notifications were offered since the app was opened: one offer at a time is enough. Stays true once
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
 * Offers the installed app once it has proved useful: never on arrival, and never again after a dismissal.
 * With `quiet`, on a page where somebody is working, it only records the usage.
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
