// @vitest-environment window
// The email with a subcontractor's statement: its progress, and sending a lost one again.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CisReturns } from "../../../api/generated/CisReturns";
import type { DocumentEmail } from "../../../api/generated/DocumentEmail";
import { mockResponse } from "../../../testing/network";
import { openSignedIn } from "../../../testing/open-app";

const LOST: DocumentEmail = {
  id: "e1",
  subject: "CIS statement for the month ended 5 Jul 2026, Pipe & Sons",
  state: "unconfirmed",
  says: "The mail server didn’t say whether it accepted the email to sam@example.com. Ask them, or send it again.",
  unsettled: true,
  maySendAgain: true,
};

const SUMS = { gross: "450.00", materials: "80.00", deducted: "74.00" };

const returns = (statementEmail: DocumentEmail): CisReturns => ({
  ...SUMS,
  profile: "p1",
  year: 2026,
  name: "2026/27",
  months: [
    {
      ...SUMS,
      from: "2026-06-06",
      to: "2026-07-05",
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
          ...SUMS,
          contactId: "c1",
          name: "Sam Spark",
          utr: "1234567890",
          verificationNumber: null,
          hasStatement: true,
          statementLacks: null,
          statementEmail,
          payments: [],
        },
      ],
    },
  ],
  today: "2026-09-01",
});

function openWith(email: DocumentEmail) {
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
  mockResponse("GET /api/cis/contractors/{id}/returns/{year}", returns(email));
  return openSignedIn("/cis/contractor/2026?business=p1");
}

it("says that the email of a statement is not confirmed, and sends it again", async () => {
  const user = await openWith(LOST);
  await screen.findByText(/Ask them, or send it again/);
  const asked = mockResponse("POST /api/cis/contractors/{id}/statement/again", { to: "sam@example.com" });
  const waiting = { ...LOST, state: "waiting", says: null, unsettled: false, maySendAgain: false } as const;
  mockResponse("GET /api/cis/contractors/{id}/returns/{year}", returns(waiting));
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await screen.findByText("Email is being sent");
  expect(asked.map(({ body }) => body)).toEqual([{ contactId: "c1", month: "2026-07-05" }]);
});

it("says that a statement was emailed once the mail server has confirmed it", async () => {
  await openWith({ ...LOST, state: "sent", says: null, unsettled: false, maySendAgain: false });
  await screen.findByText("Emailed");
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
});
