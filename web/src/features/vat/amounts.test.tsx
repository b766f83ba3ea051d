// @vitest-environment window

import { mockResponse } from "../../testing/network";
import { describeAmounts } from "../../testing/screen-amounts";

const NAMED = { id: "p1", name: "Pipe & Sons", number: "GB123456789" };
const BOX = { records: 2, confirmed: true };

describeAmounts("a VAT return", {
  path: "/vat",
  besides: () => {
    mockResponse("GET /api/vat", [
      {
        ...NAMED,
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
      name: NAMED.name,
      unclaimed: [],
      unclaimedCount: 0,
      unclaimedVat: "0.00",
      writtenOff: [],
    });
    mockResponse("GET /api/vat/{id}/return", {
      profile: NAMED.id,
      name: NAMED.name,
      number: NAMED.number,
      from: "2026-07-01",
      to: "2026-09-30",
      due: "2026-11-07",
      dueConfirmed: true,
      filedAt: null,
      elsewhere: false,
      canFile: false,
      filing: "",
      canOpen: false,
      boxes: [
        { ...BOX, number: 1, label: "VAT due on sales", amount: "180.00" },
        { ...BOX, number: 5, label: "Net VAT", amount: "128.00" },
        { ...BOX, number: 6, label: "Sales", amount: "900.00" },
      ],
      reclaims: false,
      flat: [{ percent: "9.5", turnover: "770.00", vat: "73.15" }],
      limitedCost: null,
      late: 0,
      notes: [],
      outside: [],
      before: null,
      after: null,
      today: "2026-10-01",
    });
  },
  tables: {
    Boxes: {
      rows: [
        {
          row: "VAT due on sales",
          to: "/vat/p1/records?box=1",
          cells: { Box: "1", Amount: "£180.00" },
          card: ["Box 1", "£180.00"],
        },
        {
          row: "Net VAT",
          to: "/vat/p1/records?box=5",
          cells: { Box: "5", Amount: "£128.00" },
          card: ["Box 5", "£128.00"],
        },
        {
          row: "Sales",
          to: "/vat/p1/records?box=6",
          cells: { Box: "6", Amount: "£900.00" },
          card: ["Box 6", "£900.00"],
        },
      ],
    },
  },
  sentences: ["To pay£128.00", "9.5% of £770.00 with VAT: £73.15"],
});
