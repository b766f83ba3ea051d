import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { configQuery } from "../../../entities/accounts/queries";
import { Button } from "../../../ui/Button";
import { Spinner } from "../../../ui/Spinner";
import { CaptchaFrame, type CaptchaProps } from "./captcha-hooks";

const AltchaCheck = lazy(async () => ({ default: (await import("./AltchaCheck")).AltchaCheck }));
const ProviderCheck = lazy(async () => ({ default: (await import("./ProviderCheck")).ProviderCheck }));

/** The human check of a form, 304 px wide: the provider's where its keys are set, otherwise our own. */
export function Captcha({
  round,
  passed,
  onToken,
}: CaptchaProps & {
  /** A new number starts a new check. */
  round: number;
  passed: boolean;
}) {
  const { data: config, isFetching, refetch } = useQuery(configQuery);
  if (!config) {
    return isFetching ? (
      <CaptchaFrame>
        <Spinner label="Loading the human check…" />
      </CaptchaFrame>
    ) : (
      <CaptchaFrame>
        <span className="min-w-0 flex-1 text-sm">The human check could not be loaded.</span>
        <Button onClick={() => void refetch()}>Try again</Button>
      </CaptchaFrame>
    );
  }
  const { captcha } = config;
  if (captcha.provider === "off") return null;
  return (
    <div data-captcha={passed ? "passed" : "waiting"} className="w-[304px] max-w-full">
      <Suspense
        fallback={
          <CaptchaFrame>
            <Spinner label="Loading the human check…" />
          </CaptchaFrame>
        }
      >
        {captcha.provider === "altcha" ? (
          <AltchaCheck key={round} onToken={onToken} />
        ) : (
          <ProviderCheck key={round} onToken={onToken} {...captcha} />
        )}
      </Suspense>
    </div>
  );
}
