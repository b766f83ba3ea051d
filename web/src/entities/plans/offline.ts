// Without signal, the last known state of the plan decides. The device's clock is not used: a trial that has ended
// according to what is stored here may have been paid for since.

import { ApiError } from "../../api/errors";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { heldAnswer, holdAnswer } from "../../offline/held/answers";
import { keepWritten } from "../../offline/held/written";
import { stopWrites } from "../../offline/waiting/transport";
import { SUBSCRIPTION } from "./queries";

/** What a write is refused with; as the server says it. */
export function lapsed({ sentence }: Pick<SubscriptionResponse, "sentence">): ApiError {
  const message = `${sentence ?? "Your plan has ended."} Choose a plan to carry on.`;
  const body = { message, code: "plan_lapsed", errors: [] };
  return new ApiError(402, message, body.code, body.errors, body);
}

/** Without signal this device does as the server last said: nothing new is written once a plan has lapsed. */
export function plansOffline(): void {
  stopWrites(async (account) => {
    const held = (await heldAnswer(account, SUBSCRIPTION))?.data as SubscriptionResponse | undefined;
    return held?.mayWrite === false ? lapsed(held) : null;
  });
  keepWritten(/^\/api\/subscription\/(change|cancel|resume)$/, (account, _write, answer) =>
    holdAnswer(account, SUBSCRIPTION, answer),
  );
}
