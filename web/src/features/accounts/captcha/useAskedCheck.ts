import { useEffect, useRef, useState } from "react";
import { isCaptchaRequired } from "../messages";
import { useCaptcha } from "./useCaptcha";

/**
 * A human check that is shown once the server asks for it. What was sent waits for the check, and is sent again
 * with it by itself.
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

  const send = async <T>(request: (recaptchaToken?: string) => Promise<T>): Promise<T> => {
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
      // A token serves once.
      captcha.reset();
    }
  };

  return {
    send,
    /** For `<Captcha>`; null until the server asks. */
    widget: isRequired ? captcha.widget : null,
  };
}
