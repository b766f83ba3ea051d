// @vitest-environment window
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { describeConfirmation } from "../../testing/confirmations";
import { SELF_HOSTED } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";

const PAYING: SubscriptionResponse = {
  ...SELF_HOSTED,
  plan: "plus",
  planName: "Plus",
  standing: { is: "paying" } as SubscriptionResponse["standing"],
  paidTo: "2026-12-31",
};

describeConfirmation("cancelling a plan", {
  path: "/settings/plan",
  besides: () => mockResponse("GET /api/subscription", PAYING),
  presses: ["Cancel plan"],
  title: "Cancel Plus?",
  confirm: "Cancel plan",
  cancel: "Keep Plus",
  call: "POST /api/subscription/cancel",
  answer: PAYING,
  sends: {},
  done: { says: "Plus is cancelled" },
});
