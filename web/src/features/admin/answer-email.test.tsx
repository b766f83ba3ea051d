// @vitest-environment window
// A reply that may not have arrived: on the question's page, and in the list of questions.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DocumentEmail } from "../../api/generated/DocumentEmail";
import type { QueuedMessageDetails } from "../../api/generated/QueuedMessageDetails";
import { ADA } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";

const user = { ...ADA, isAdmin: true };

const LOST: DocumentEmail = {
  id: "e1",
  subject: "Re: We’ve received your message: Where is my logo?",
  state: "unconfirmed",
  says: "The mail server didn’t say whether it accepted the email to margaret@example.com. Ask them, or send it again.",
  unsettled: true,
  maySendAgain: true,
};

const question = (email: DocumentEmail): QueuedMessageDetails => ({
  id: "q1",
  userId: "u1",
  name: "Margaret Holroyd",
  email: "margaret@example.com",
  subject: "Where is my logo?",
  message: "It is not on my quote.",
  browser: "",
  status: "answered",
  goesFirst: false,
  createdAt: 0,
  pictures: [],
  answers: [{ id: "a1", answeredBy: "Ada", text: "Under Settings.", createdAt: 1, email }],
  accessUntil: null,
});

it("says beside the reply that its email is not confirmed, and sends it again", async () => {
  mockResponse("GET /api/admin/support/{id}", question(LOST));
  const typing = await openSignedIn("/admin/support/q1", { user });
  await screen.findByText(/Ask them, or send it again/);
  const waiting = question({ ...LOST, state: "waiting", says: null, unsettled: false, maySendAgain: false });
  const asked = mockResponse("POST /api/admin/support/{id}/answers/{answer}/again", waiting);
  mockResponse("GET /api/admin/support/{id}", waiting);
  await typing.click(screen.getByRole("button", { name: "Send again" }));
  await screen.findByText("Email is being sent");
  expect(asked.map(({ params }) => params.answer)).toEqual(["a1"]);
});

it("says that a reply was emailed once the mail server has confirmed it", async () => {
  mockResponse(
    "GET /api/admin/support/{id}",
    question({ ...LOST, state: "sent", says: null, unsettled: false }),
  );
  await openSignedIn("/admin/support/q1", { user });
  await screen.findByText("Emailed");
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
});

it("marks a question in the list when the email of its reply is not confirmed", async () => {
  const { id, userId, name, email, subject, status, goesFirst, createdAt } = question(LOST);
  const row = {
    id,
    userId,
    name,
    email,
    subject,
    status,
    goesFirst,
    createdAt,
    changedAt: 0,
    lostEmail: true,
  };
  mockResponse("GET /api/admin/support", { data: [row], total: 1, rows: 50 });
  await openSignedIn("/admin/support", { user });
  expect((await screen.findAllByText("Email not confirmed")).length).toBeGreaterThan(0);
});
