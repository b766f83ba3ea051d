import { Delete, RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../../api/errors";
import type { User } from "../../../api/generated/User";
import { Button } from "../../../ui/Button";
import { cx } from "../../../ui/cx";
import { toast } from "../../../ui/toast";
import { useMediaQuery } from "../../../ui/useMediaQuery";
import { type AccountNotice, describePinLoginError } from "../messages";
import { usePinLogin } from "../mutations";
import { clearPinFlags } from "./flags";
import { DeviceLocked } from "./mutations";

export const PIN_LENGTH = 4;
/** From the fourth digit to the attempt, in milliseconds, so that the fourth dot is seen. */
export const SUBMIT_DELAY_MS = 150;

/** The digits of a PIN as they are entered; the fourth submits them. */
export function usePinEntry({ locked, onComplete }: { locked: boolean; onComplete: (pin: string) => void }) {
  const [digits, setDigits] = useState("");
  const onFilled = useEffectEvent(onComplete);
  useEffect(() => {
    if (digits.length < PIN_LENGTH) return;
    const soon = setTimeout(() => onFilled(digits), SUBMIT_DELAY_MS);
    return () => clearTimeout(soon);
  }, [digits]);
  const change = (next: (before: string) => string) => {
    if (!locked) setDigits((before) => next(before).slice(0, PIN_LENGTH));
  };
  return {
    count: digits.length,
    press: (digit: string) => change((before) => before + digit),
    backspace: () => change((before) => before.slice(0, -1)),
    clear: () => setDigits(""),
  };
}

/** Shows how many of the four digits are entered, never which. */
export function PinDots({ count, wrong }: { count: number; wrong: boolean }) {
  return (
    <div role="img" aria-label={`${count} of ${PIN_LENGTH} digits entered`} className="flex gap-5">
      {[1, 2, 3, 4].map((place) => (
        <span
          key={place}
          className={cx(
            "size-4 rounded-full border-2 transition-colors",
            place <= count ? "border-ink bg-ink" : wrong ? "border-bad" : "border-line-strong",
          )}
        />
      ))}
    </div>
  );
}

/** The numeric keypad: 0–9, Clear and Backspace, sized for a thumb. */
export function Keypad({
  disabled,
  onDigit,
  onClear,
  onBackspace,
}: {
  disabled: boolean;
  onDigit: (digit: string) => void;
  onClear: () => void;
  onBackspace: () => void;
}) {
  const renderDigit = (value: string) => (
    <KeypadKey key={value} disabled={disabled} onPress={() => onDigit(value)}>
      {value}
    </KeypadKey>
  );
  return (
    <fieldset className="grid w-full max-w-[19rem] grid-cols-3 gap-3 border-0">
      <legend className="sr-only">Keypad</legend>
      {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(renderDigit)}
      <KeypadKey disabled={disabled} onPress={onClear} small>
        Clear
      </KeypadKey>
      {renderDigit("0")}
      <KeypadKey disabled={disabled} onPress={onBackspace} label="Backspace" small>
        <Delete aria-hidden size={26} strokeWidth={1.75} />
      </KeypadKey>
    </fieldset>
  );
}

function KeypadKey({
  label,
  small = false,
  disabled,
  onPress,
  children,
}: {
  label?: string;
  small?: boolean;
  disabled: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onPress}
      className={cx(
        "flex h-16 select-none items-center justify-center rounded-xl font-semibold text-ink tabular-nums transition-colors active:bg-line",
        small ? "text-base hover:bg-hover" : "border border-line bg-canvas text-2xl hover:border-line-strong",
      )}
    >
      {children}
    </button>
  );
}

/** The keypad that logs in the last user of this device. */
export function PinLogin({
  userId,
  onSignedIn,
  onUseEmail,
}: {
  userId: string;
  onSignedIn: (user: User) => void;
  onUseEmail: (notice?: AccountNotice) => void;
}) {
  const login = usePinLogin();
  const [wrong, setWrong] = useState(false);
  // A device in the hand or lying flat: a laptop's screen is always landscape.
  const isLandscape = useMediaQuery("(orientation: landscape) and (pointer: coarse)");

  const handleComplete = async (pin: string) => {
    try {
      onSignedIn(await login.mutateAsync({ userId, pin }));
    } catch (error) {
      entry.clear();
      const notice = describePinLoginError(error);
      if (error instanceof ApiError && error.code === "pin_removed") {
        clearPinFlags();
        return onUseEmail(notice);
      }
      if (error instanceof DeviceLocked) return onUseEmail({ ...notice, title: "This device is locked" });
      setWrong(true);
      toast({ title: notice.title, description: notice.text, tone: "bad" });
    }
  };
  const entry = usePinEntry({ locked: login.isPending, onComplete: handleComplete });
  const press = (digit: string) => {
    setWrong(false);
    entry.press(digit);
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isLandscape || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) press(event.key);
    if (event.key === "Backspace") entry.backspace();
    if (event.key === "Escape" || event.key === "Delete") entry.clear();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);

  return (
    <>
      <title>Log in · Plumbline</title>
      {isLandscape ? <PortraitOnly onUseEmail={() => onUseEmail()} /> : null}
      <div inert={isLandscape} className="flex flex-1 flex-col items-center justify-center gap-7">
        <div className="text-center">
          <h1 className="font-semibold text-2xl tracking-tight">Enter your PIN</h1>
          <p aria-live="assertive" className={wrong ? "mt-1.5 font-medium text-bad" : "mt-1.5 text-quiet"}>
            {wrong ? "Incorrect PIN" : login.isPending ? "Logging in…" : "The 4 digits for this device"}
          </p>
        </div>
        <PinDots count={entry.count} wrong={wrong} />
        <Keypad
          disabled={login.isPending}
          onDigit={press}
          onClear={entry.clear}
          onBackspace={entry.backspace}
        />
        <Button variant="quiet" onClick={() => onUseEmail()}>
          Use email and password
        </Button>
      </div>
    </>
  );
}

function PortraitOnly({ onUseEmail }: { onUseEmail: () => void }) {
  return (
    <div
      role="alertdialog"
      aria-labelledby="portrait-title"
      aria-describedby="portrait-words"
      className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-2 bg-paper px-6 text-center"
    >
      <RotateCw aria-hidden size={32} strokeWidth={1.5} className="text-ink" />
      <h2 id="portrait-title" className="mt-2 font-semibold text-xl">
        Portrait Mode Required
      </h2>
      <p id="portrait-words" className="max-w-sm text-quiet">
        Turn your device upright to enter your PIN.
      </p>
      <Button className="mt-4" onClick={onUseEmail}>
        Use Email Login Instead
      </Button>
    </div>
  );
}
