import "altcha/external";
import "altcha/altcha.css";
import type {} from "altcha/types/react";
import ShaWorker from "altcha/workers/sha?worker";
import { useEffect, useRef } from "react";
import "./altcha.css";
import type { CaptchaProps } from "./captcha-hooks";

// The 'external' build contains no inline workers: ours is a file from our own origin, as the content policy
// requires.
globalThis.$altcha.algorithms.set("SHA-256", () => new ShaWorker());

const texts = {
  ...globalThis.$altcha.i18n.get("en"),
  label: "I’m not a robot",
  verifying: "Checking…",
  verified: "Checked",
  error: "The check failed. Please try again.",
  expired: "The check has expired. Please do it again.",
};
globalThis.$altcha.i18n.set("en", texts);
globalThis.$altcha.i18n.set("en-gb", texts);

const configuration = JSON.stringify({
  hideFooter: true,
  hideLogo: true,
  // No data about how somebody moves the mouse and types is collected.
  humanInteractionSignature: false,
  minDuration: 300,
});

/**
 * Our own check: the browser computes a proof of work for a moment, without a third party. It starts
 * automatically.
 */
export function AltchaCheck({ onToken }: CaptchaProps) {
  const widget = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = widget.current;
    const handleStateChange = (event: Event) => {
      const { detail } = event as CustomEvent<{ state: string; payload: string | null }>;
      onToken(detail.state === "verified" ? detail.payload : null);
    };
    element?.addEventListener("statechange", handleStateChange);
    return () => element?.removeEventListener("statechange", handleStateChange);
  }, [onToken]);
  return (
    <altcha-widget
      ref={widget}
      auto="onload"
      challenge="/api/auth/captcha"
      configuration={configuration}
      language="en"
      name="human-check"
      type="checkbox"
    />
  );
}
