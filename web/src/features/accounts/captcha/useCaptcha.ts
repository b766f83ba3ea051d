import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { configQuery } from "../../../entities/accounts/queries";

/** What every human check needs: where its token goes. null: there is none, or no more. */
export interface CaptchaProps {
  onToken: (token: string | null) => void;
}

/** A form's human check, whoever provides it. */
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
    /** Travels as recaptchaToken; serves once. */
    token: token ?? undefined,
    /** A new check: after every failure, as a token serves once. */
    reset,
    /** For `<Captcha>`. */
    widget: { round, onToken: setToken, passed: token !== null },
  };
}

/** What the console says when a form is sent before its check is done. */
export const CAPTCHA_INCOMPLETE = "The human check isn’t complete, so nothing was sent.";
