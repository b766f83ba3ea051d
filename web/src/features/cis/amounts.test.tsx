// @vitest-environment window

import { mockResponse } from "../../testing/network";
import { describeAmounts } from "../../testing/screen-amounts";

const SUMS = { gross: "900.00", materials: "260.00", deducted: "128.00" };
const MONTH = { from: "2026-06-06", to: "2026-07-05" };

describeAmounts("what contractors deducted", {
  path: "/cis/2026",
  besides: () =>
    mockResponse("GET /api/cis/{year}", {
      ...SUMS,
      year: 2026,
      name: "2026/27",
      stated: "121.00",
      months: [
        {
          ...MONTH,
          contractor: { name: "Build & Co", key: "b" },
          gross: "500.00",
          materials: "90.00",
          deducted: "82.00",
          statementDue: "2026-07-19",
          standing: "differs",
          differs: ["-7.00", "0.00", "3.00"],
          payments: [
            {
              id: "1",
              kind: "invoice",
              subject: "i1",
              number: "PL-0001",
              date: "2026-06-09",
              gross: "450.00",
              materials: "80.00",
              deducted: "74.00",
            },
          ],
          statements: [{ id: "s1", gross: "443.00", materials: "81.00", deducted: "77.00" }],
        },
      ],
      contractors: [],
      today: "2026-09-01",
    }),
  sums: {
    Deducted: "£128.00",
    "On statements": "£121.00",
    "Paid before deduction": "£900.00",
    Materials: "£260.00",
  },
  sentences: [
    "The statement says £7.00 less paid, £3.00 more deducted.",
    "PL-00019 Jun 2026Paid£450.00Materials£80.00Deducted£74.00",
    "StatementPaid£443.00Materials£81.00Deducted£77.00",
  ],
  links: [[/^PL-0001$/, "/invoices/i1"]],
});

describeAmounts("what is deducted from subcontractors", {
  path: "/cis/contractor/2026?business=p1",
  besides: () => {
    mockResponse("GET /api/cis/contractors", [
      {
        id: "p1",
        name: "Pipe & Sons",
        registration: {
          version: 1,
          employerReference: "123/AB456",
          accountsOfficeReference: "",
          from: "2026-04-06",
          until: null,
        },
      },
    ]);
    mockResponse("GET /api/cis/subcontractors", []);
    mockResponse("GET /api/cis/contractors/{id}/returns/{year}", {
      ...SUMS,
      profile: "p1",
      year: 2026,
      name: "2026/27",
      months: [
        {
          ...MONTH,
          gross: "500.00",
          materials: "90.00",
          deducted: "82.00",
          due: "2026-07-19",
          payBy: "2026-07-22",
          isNil: false,
          mustBeSent: true,
          dutyConfirmed: true,
          notNeeded: false,
          isOver: true,
          filedOn: null,
          declarations: [],
          rows: [
            {
              contactId: "c1",
              name: "Sam Spark",
              utr: "1234567890",
              verificationNumber: null,
              gross: "450.00",
              materials: "80.00",
              deducted: "74.00",
              hasStatement: true,
              statementLacks: "Their UTR is missing.",
              statementEmail: null,
              payments: [
                {
                  id: "e1",
                  version: 1,
                  profileId: "p1",
                  contactId: "c1",
                  name: "Sam Spark",
                  date: "2026-06-09",
                  description: "",
                  reverseCharge: false,
                  reverseRate: "",
                  isFiled: false,
                  gross: "451.00",
                  materials: "81.00",
                  liable: "370.00",
                  rate: 20,
                  deducted: "74.10",
                  vat: "61.00",
                  pay: "376.90",
                },
              ],
            },
          ],
        },
      ],
      today: "2026-09-01",
    });
  },
  sums: { "Deducted for HMRC": "£128.00", "Paid, as on the returns": "£900.00", Materials: "£260.00" },
  sentences: ["Paid£450.00Materials£80.00Deducted£74.00", "£451.00 less 20%: £376.90 paid"],
  links: [
    [/^9 Jun 2026$/, "/cis/payments/e1"],
    [/^Enter it$/, "/cis/subcontractors/c1"],
    [/^Pay a subcontractor$/, "/cis/payments/new?business=p1"],
    [/^Your details as a contractor$/, "/cis/contractor/business/p1"],
  ],
});
