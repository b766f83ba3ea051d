import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button";
import { CheckFrame } from "./CheckFrame";
import { loadProvider, type ProviderOptions, renderWidget } from "./provider";
import type { CheckProps } from "./useCaptcha";

/** The provider's widget. Its script is loaded here and nowhere else. */
export function ProviderCheck({ onToken, siteKey, enterprise, host }: CheckProps & ProviderOptions) {
  const place = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    // The provider keeps to one widget a place: each attempt has its own.
    const own = document.createElement("div");
    own.dataset.attempt = String(attempt);
    let gone = false;
    place.current?.append(own);
    loadProvider({ siteKey, enterprise, host }).then(
      (api) => {
        if (!gone) renderWidget(api, own, siteKey, onToken);
      },
      (error: unknown) => {
        console.error(error);
        if (!gone) setFailed(true);
      },
    );
    return () => {
      gone = true;
      own.remove();
    };
  }, [siteKey, enterprise, host, onToken, attempt]);
  const again = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return (
    <>
      {failed ? (
        <CheckFrame>
          <span className="min-w-0 flex-1 text-sm">The human check could not be loaded.</span>
          <Button onClick={again}>Try again</Button>
        </CheckFrame>
      ) : null}
      <div
        ref={place}
        className={failed ? "hidden" : "h-[78px] w-[304px] origin-left max-[343px]:scale-[0.92]"}
      />
    </>
  );
}
