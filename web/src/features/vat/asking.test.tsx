// @vitest-environment window
import { describeConfirmation } from "../../testing/confirmations";
import { mockResponse } from "../../testing/network";

describeConfirmation("marking a VAT return as filed", {
  path: "/vat",
  besides: () => {
    mockResponse("GET /api/vat", [
      {
        id: "p1",
        name: "Pipe & Sons",
        number: "GB123456789",
        registration: {
          version: 1,
          from: "2026-01-01",
          until: null,
          periods: "march",
          annualEndsIn: 3,
          schemes: [],
        },
        flatPercent: null,
        outside: [],
      },
    ]);
    mockResponse("GET /api/vat/{id}/bad-debts", {
      name: "Pipe & Sons",
      unclaimed: [],
      unclaimedCount: 0,
      unclaimedVat: "0.00",
      writtenOff: [],
    });
    mockResponse("GET /api/vat/{id}/return", {
      profile: "p1",
      name: "Pipe & Sons",
      number: "GB123456789",
      from: "2026-07-01",
      to: "2026-09-30",
      due: "2026-11-07",
      dueConfirmed: true,
      filedAt: null,
      elsewhere: false,
      canFile: true,
      filing: "It stays as it is from then on.",
      canOpen: false,
      boxes: [],
      reclaims: false,
      flat: [],
      limitedCost: null,
      late: 0,
      notes: [],
      outside: [],
      before: null,
      after: null,
      today: "2026-10-01",
    });
  },
  presses: ["Mark as filed"],
  title: "Mark the return to 30 Sept 2026 as filed?",
  confirm: "Mark as filed",
  call: "POST /api/vat/{id}/filed",
  sends: { params: { id: "p1" }, body: { to: "2026-09-30" } },
  done: { says: "Marked as filed: it can no longer change" },
});
