import { useEffect, useRef, useState } from "react";
import { wantsCaptcha } from "../messages";
import { useCaptcha } from "./useCaptcha";

/**
 * A human check that is shown once the server asks for it. What was sent waits for the check, and is sent again
 * with it by itself.
 */
export function useAskedCheck() {
  const captcha = useCaptcha();
  const [asked, setAsked] = useState(false);
  const waiting = useRef<((token: string) => void) | null>(null);

  useEffect(() => {
    if (captcha.token === undefined) return;
    waiting.current?.(captcha.token);
    waiting.current = null;
  }, [captcha.token]);

  const send = async <T>(request: (recaptchaToken?: string) => Promise<T>): Promise<T> => {
    if (!asked) {
      try {
        return await request();
      } catch (error) {
        if (!wantsCaptcha(error)) throw error;
        setAsked(true);
      }
    }
    const passed = new Promise<string>((resolve) => {
      waiting.current = resolve;
    });
    try {
      return await request(captcha.token ?? (await passed));
    } finally {
      // A token serves once.
      captcha.reset();
    }
  };

  return {
    send,
    /** For `<Captcha>`; null until the server asks. */
    widget: asked ? captcha.widget : null,
  };
}
