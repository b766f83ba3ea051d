// @vitest-environment window
import { describeScreenStates, NOT_FOUND } from "../../testing/screen-states";

describeScreenStates("the late payment charge on an invoice", {
  path: "/invoices/51d1f9f2-3b7f-4a52-8c7b-2f6de1a0b902/late-payment",
  call: "GET /api/invoices/{id}/late-payment",
  answer: {
    number: "PL-0001",
    customer: "Margaret Holroyd",
    contactId: null,
    today: "2026-09-01",
    charge: null,
    refusal: { code: "not_late", message: "This invoice is not late." },
  },
  shows: "This invoice is not late.",
  fails: "This could not be worked out",
  refused: [
    {
      when: "when the invoice no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this invoice",
      next: ["All invoices", "/invoices"],
    },
  ],
});
