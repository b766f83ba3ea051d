// Offline, the last known state of the plan decides. The device's clock is not used: a trial that has ended
// according to the stored state may have been paid for since.

import { ApiError } from "../../api/errors";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { cacheResponse, loadCachedResponse } from "../../offline/cache/cache-store";
import { registerResponseCacher } from "../../offline/cache/cached-reads";
import { refuseWritesBy } from "../../offline/waiting/logged-writes";
import { SUBSCRIPTION_PATH } from "./usePlan";

/** The error for a refused write, in the server's text. */
export function createLapsedError({ sentence }: Pick<SubscriptionResponse, "sentence">): ApiError {
  const message = `${sentence ?? "Your plan has ended."} Choose a plan to carry on.`;
  const body = { message, code: "plan_lapsed", errors: [] };
  return new ApiError(402, message, body.code, body.errors, body);
}

/** Offline, this device follows the server's last state: no new writes once a plan has lapsed. */
export function registerOfflinePlans(): void {
  refuseWritesBy(async (account) => {
    const cached = (await loadCachedResponse(account, SUBSCRIPTION_PATH))?.data as
      | SubscriptionResponse
      | undefined;
    return cached?.mayWrite === false ? createLapsedError(cached) : null;
  });
  registerResponseCacher(/^\/api\/subscription\/(change|cancel|resume)$/, (account, _write, response) =>
    cacheResponse(account, SUBSCRIPTION_PATH, response),
  );
}
