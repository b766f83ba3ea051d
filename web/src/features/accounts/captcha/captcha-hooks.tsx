import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { configQuery } from "../../../entities/accounts/queries";
import { isCaptchaRequired } from "../messages";

/** A placeholder of the same size for a check that is not loaded yet, so that nothing jumps. */
export function CaptchaFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-[78px] w-[304px] max-w-full items-center gap-3 rounded-md border border-line bg-paper px-4">
      {children}
    </div>
  );
}

/** The props of every human check: a callback for its token, or for null when there is no valid token. */
export interface CaptchaProps {
  onToken: (token: string | null) => void;
}

/** A form's human check, whichever provider it uses. */
export function useCaptcha() {
  const { data: config } = useQuery(configQuery);
  const [token, setToken] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const reset = useCallback(() => {
    setToken(null);
    setRound((before) => before + 1);
  }, []);
  return {
    /** Whether the form may be sent. */
    passed: token !== null || config?.captcha.provider === "off",
    /** Sent as recaptchaToken; can be used once. */
    token: token ?? undefined,
    /** Starts a new check: needed after every failure, as a token can be used once. */
    reset,
    /** The props for `<Captcha>`. */
    widget: { round, onToken: setToken, passed: token !== null },
  };
}

/** What the console logs when a form is sent before its check is done. */
export const CAPTCHA_INCOMPLETE = "The human check isn’t complete, so nothing was sent.";

/**
 * A human check that is shown once the server requires it. The submitted form waits for the check and is then
 * sent again automatically with its token.
 */
export function useOnDemandCaptcha() {
  const captcha = useCaptcha();
  const [isRequired, setIsRequired] = useState(false);
  const resumeWithToken = useRef<((token: string) => void) | null>(null);

  useEffect(() => {
    if (captcha.token === undefined) return;
    resumeWithToken.current?.(captcha.token);
    resumeWithToken.current = null;
  }, [captcha.token]);

  const send = async <T,>(request: (recaptchaToken?: string) => Promise<T>): Promise<T> => {
    if (!isRequired) {
      try {
        return await request();
      } catch (error) {
        if (!isCaptchaRequired(error)) throw error;
        setIsRequired(true);
      }
    }
    const passed = new Promise<string>((resolve) => {
      resumeWithToken.current = resolve;
    });
    try {
      return await request(captcha.token ?? (await passed));
    } finally {
      // A token can be used once.
      captcha.reset();
    }
  };

  return {
    send,
    /** The props for `<Captcha>`; null until the server requires the check. */
    widget: isRequired ? captcha.widget : null,
  };
}
