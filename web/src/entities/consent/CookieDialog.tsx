import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import { type Consent, FULL_CONSENT, NECESSARY_CONSENT } from "./consent";

/** What is kept on the device, switch by switch. */
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

/** One switch. Without `onChange` it stays where it is. */
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
