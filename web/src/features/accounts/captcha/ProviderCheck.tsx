import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button";
import { CaptchaFrame } from "./captcha-hooks";
import { type CaptchaProviderOptions, loadProvider, renderWidget } from "./provider";
import type { CaptchaProps } from "./useCaptcha";

/** The provider's widget. Its script is loaded here and nowhere else. */
export function ProviderCheck({ onToken, siteKey, enterprise, host }: CaptchaProps & CaptchaProviderOptions) {
  const container = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    // The provider keeps to one widget a place: each attempt has its own.
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
