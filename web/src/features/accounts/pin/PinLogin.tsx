import { RotateCw } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../../api/errors";
import type { User } from "../../../api/generated/User";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import { useMediaQuery } from "../../../ui/useMediaQuery";
import { type AccountNotice, describePinLoginError } from "../messages";
import { usePinLogin } from "../mutations";
import { clearPinFlags } from "./flags";
import { Keypad, PinDots } from "./Keypad";
import { DeviceLocked } from "./unlock";
import { usePinEntry } from "./usePinEntry";

/** The keypad that signs in whoever signed in last on this device. */
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
  // A device that is held or lies flat: a laptop's screen is always wide.
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
