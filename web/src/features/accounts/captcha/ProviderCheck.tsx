import { useEffect, useRef, useState } from "react";
import type { CaptchaProvider } from "../../../api/generated/CaptchaProvider";
import { Button } from "../../../ui/Button";
import { CaptchaFrame, type CaptchaProps } from "./captcha-hooks";

/** The provider's keys and options, as the server sends them. */
export type CaptchaProviderOptions = Omit<Extract<CaptchaProvider, { provider: "recaptcha" }>, "provider">;

interface CaptchaWidgetOptions {
  sitekey: string;
  theme: "light";
  size: "normal";
  callback: (token: string) => void;
  "expired-callback": () => void;
  "error-callback": () => void;
}

/** The part of the provider's script that we use. */
export interface CaptchaProviderApi {
  ready: (then: () => void) => void;
  render: (place: HTMLElement, options: CaptchaWidgetOptions) => number;
}

declare global {
  interface Window {
    grecaptcha?: Partial<CaptchaProviderApi> & { enterprise?: CaptchaProviderApi };
  }
}

/** The script's address; we render the widget explicitly. */
export function getProviderScriptUrl({ enterprise, host }: CaptchaProviderOptions): string {
  const file = enterprise ? "enterprise.js" : "api.js";
  return `${host.replace(/\/+$/, "")}/recaptcha/${file}?render=explicit&hl=en-GB`;
}

function getLoadedProvider(enterprise: boolean): CaptchaProviderApi | null {
  const api = enterprise ? window.grecaptcha?.enterprise : window.grecaptcha;
  return api?.ready && api.render ? (api as CaptchaProviderApi) : null;
}

const loadingScripts = new Map<string, Promise<CaptchaProviderApi>>();

/** Loads the provider's script, once. After a failure the next call tries again. */
export function loadProvider(options: CaptchaProviderOptions): Promise<CaptchaProviderApi> {
  const address = getProviderScriptUrl(options);
  const known = loadingScripts.get(address);
  if (known) return known;
  const next = new Promise<CaptchaProviderApi>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    const fail = () => {
      loadingScripts.delete(address);
      script.remove();
      reject(new Error(`The human check's script could not be loaded from ${options.host}.`));
    };
    script.onerror = fail;
    script.onload = () => {
      const api = getLoadedProvider(options.enterprise);
      if (api) api.ready(() => resolve(api));
      else fail();
    };
    document.head.append(script);
  });
  loadingScripts.set(address, next);
  return next;
}

/** Renders the widget, 304 px wide and in its light theme. */
export function renderWidget(
  api: CaptchaProviderApi,
  place: HTMLElement,
  siteKey: string,
  onToken: (token: string | null) => void,
): void {
  api.render(place, {
    sitekey: siteKey,
    theme: "light",
    size: "normal",
    callback: onToken,
    "expired-callback": () => onToken(null),
    "error-callback": () => onToken(null),
  });
}

/** The provider's widget. Its script is loaded only here. */
export function ProviderCheck({ onToken, siteKey, enterprise, host }: CaptchaProps & CaptchaProviderOptions) {
  const container = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    // The provider renders only one widget per element, so each attempt has its own.
    const element = document.createElement("div");
    element.dataset.attempt = String(attempt);
    let isUnmounted = false;
    container.current?.append(element);
    loadProvider({ siteKey, enterprise, host }).then(
      (api) => {
        if (!isUnmounted) renderWidget(api, element, siteKey, onToken);
      },
      (error: unknown) => {
        console.error(error);
        if (!isUnmounted) setFailed(true);
      },
    );
    return () => {
      isUnmounted = true;
      element.remove();
    };
  }, [siteKey, enterprise, host, onToken, attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return (
    <>
      {failed ? (
        <CaptchaFrame>
          <span className="min-w-0 flex-1 text-sm">The human check could not be loaded.</span>
          <Button onClick={retry}>Try again</Button>
        </CaptchaFrame>
      ) : null}
      <div
        ref={container}
        className={failed ? "hidden" : "h-[78px] w-[304px] origin-left max-[343px]:scale-[0.92]"}
      />
    </>
  );
}
