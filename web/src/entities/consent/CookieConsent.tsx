import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/Button";
import { isInstalled } from "../../ui/device";
import { Sheet } from "../../ui/Sheet";
import {
  ASK_DELAY,
  type Consent,
  canAskForConsent,
  FULL_CONSENT,
  NECESSARY_CONSENT,
  readConsent,
  saveConsent,
} from "./consent";
import { onOpenCookieSettings } from "./cookieSettings";

/**
 * The banner's height, so that pages can leave that much space at the bottom and their last elements stay
 * reachable.
 */
const BANNER_HEIGHT_PROPERTY = "--cookie-bar";

/** The cookie banner at the bottom of the window. Dismissing it refuses all optional cookies. */
export function CookieBanner({
  isReopened,
  onAccept,
  onManage,
  onDismiss,
}: {
  /** The settings were closed without a choice, so the focus goes to the button that opened them. */
  isReopened: boolean;
  onAccept: () => void;
  onManage: () => void;
  onDismiss: () => void;
}) {
  const barRef = useRef<HTMLElement>(null);
  const manageRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReopened) manageRef.current?.focus();
  }, [isReopened]);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(BANNER_HEIGHT_PROPERTY, `${barRef.current?.offsetHeight ?? 0}px`),
    );
    if (barRef.current) observer.observe(barRef.current);
    return () => {
      observer.disconnect();
      style.removeProperty(BANNER_HEIGHT_PROPERTY);
    };
  }, []);
  return (
    <section
      ref={barRef}
      aria-label="Cookies"
      className="above-foot fixed inset-x-0 z-40 animate-fade border-line border-t bg-paper pb-safe shadow-float"
    >
      <div className="mx-auto flex max-w-[75rem] flex-col gap-3 px-5 py-4 md:flex-row md:items-center md:gap-6">
        <p className="min-w-0 flex-1 pr-12 text-body text-sm md:pr-0">
          Plumbline stores what it needs to work on this device. If you agree, we also count visits and
          measure our advertising. Close this and we won’t.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button ref={manageRef} variant="secondary" onClick={onManage} className="flex-1 md:flex-none">
            <span className="md:hidden">Settings</span>
            <span className="hidden md:inline">Manage Preferences</span>
          </Button>
          <Button variant="primary" onClick={onAccept} className="flex-1 md:flex-none">
            <span className="md:hidden">Accept</span>
            <span className="hidden md:inline">Accept All</span>
          </Button>
          <Button
            variant="quiet"
            aria-label="No optional cookies"
            onClick={onDismiss}
            className="absolute top-2 right-2 w-control px-0! text-quiet md:static"
          >
            <X aria-hidden size={20} strokeWidth={1.75} />
          </Button>
        </div>
      </div>
    </section>
  );
}

/** The cookie settings, with one switch for each purpose. */
export function CookieDialog({
  chosen,
  onSave,
  onClose,
}: {
  chosen: Consent | null;
  onSave: (consent: Consent) => void;
  onClose: () => void;
}) {
  const [consent, setConsent] = useState(chosen ?? NECESSARY_CONSENT);
  return (
    <Sheet
      onClose={onClose}
      title="Cookie settings"
      footer={
        <>
          <Button onClick={() => onSave(consent)}>Save Preferences</Button>
          <Button variant="primary" onClick={() => onSave(FULL_CONSENT)}>
            Accept All
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        <CookieSwitch label="Essential" checked>
          Keeps you logged in, and keeps your work on this device when there is no signal. Always on.
        </CookieSwitch>
        <CookieSwitch
          label="Analytics"
          checked={consent.analytics}
          onChange={(analytics) => setConsent({ ...consent, analytics })}
        >
          Lets us count visits and see which pages help.
        </CookieSwitch>
        <CookieSwitch
          label="Marketing"
          checked={consent.marketing}
          onChange={(marketing) => setConsent({ ...consent, marketing })}
        >
          Lets us see which of our adverts bring people here.
        </CookieSwitch>
      </ul>
    </Sheet>
  );
}

/** One switch. Without `onChange` it can't be changed. */
function CookieSwitch({
  label,
  checked,
  onChange,
  children,
}: {
  label: string;
  checked: boolean;
  onChange?: (checked: boolean) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <li className="flex items-start gap-4 py-4">
      <span className="min-w-0 flex-1">
        <label htmlFor={id} className="block font-medium text-ink">
          {label}
        </label>
        <span id={`${id}-more`} className="block text-quiet text-sm">
          {children}
        </span>
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={`${id}-more`}
        checked={checked}
        aria-checked={checked}
        disabled={!onChange}
        onChange={(event) => onChange?.(event.target.checked)}
        className="relative mt-1 h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-6 before:rounded-full before:bg-paper before:transition-transform checked:bg-ink checked:before:translate-x-5 disabled:cursor-default disabled:opacity-60"
      />
    </li>
  );
}

/**
 * Asks once for consent to optional cookies, and opens the settings on request. Mounted once per page;
 * `waited` if the delay before the banner has already passed.
 */
export function CookieConsent({ waited = false, opened = false }: { waited?: boolean; opened?: boolean }) {
  const [view, setView] = useState<"banner" | "dialog" | null>(opened ? "dialog" : waited ? "banner" : null);
  useEffect(() => onOpenCookieSettings(() => setView("dialog")), []);
  useEffect(() => {
    if (waited || opened) return;
    const ask = () => {
      if (canAskForConsent(location.pathname, isInstalled())) setView((now) => now ?? "banner");
    };
    const timer = setTimeout(ask, ASK_DELAY);
    return () => clearTimeout(timer);
  }, [waited, opened]);

  const save = (consent: Consent) => {
    saveConsent(consent);
    setView(null);
  };
  const [isReopened, setReopened] = useState(false);
  const close = () => {
    setReopened(true);
    setView(canAskForConsent(location.pathname, isInstalled()) ? "banner" : null);
  };
  if (view === "dialog") return <CookieDialog chosen={readConsent()} onSave={save} onClose={close} />;
  if (view !== "banner") return null;
  return (
    <CookieBanner
      isReopened={isReopened}
      onAccept={() => save(FULL_CONSENT)}
      onManage={() => setView("dialog")}
      onDismiss={() => save(NECESSARY_CONSENT)}
    />
  );
}
