// @vitest-environment window
// Where a touch of a message on the device leads. The page is only a way: it has nothing to show but that it waits.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, type Fault, fails, holds, json, lost } from "../../testing/network";
import { arrive, findHeading, openSignedIn } from "../../testing/open";
import { GONE } from "../../testing/states";

const ID = "1f2e3d4c-5b6a-4978-8695-a4b3c2d1e007";
const ACCEPTED = {
  id: ID,
  kind: "quote_accepted",
  sentence: "Margaret Holroyd accepted quote PL-0001",
  subjectKind: "recurring_invoice",
  subjectId: "51d1f9f2-3b7f-4a52-8c7b-2f6de1a0b902",
  createdAt: Date.UTC(2026, 8, 1, 9),
  readAt: null,
};

it("says that it is loading, and then leads to what the message is about", async () => {
  const { sent, release } = holds("POST /api/notifications/{id}/read", ACCEPTED);
  fails("GET /api/recurring/{id}", GONE);
  const opening = openSignedIn(`/notifications/${ID}`);
  expect((await screen.findByText("Loading…")).closest("[role=status]")).not.toBeNull();
  release();
  await opening;
  await arrive(`/recurring/${ACCEPTED.subjectId}`);
  expect(sent[0]?.params).toMatchObject({ id: ID });
});

it("leads to the list where this app does not know what the message is about", async () => {
  answers("POST /api/notifications/{id}/read", { ...ACCEPTED, subjectKind: "tomorrow" });
  answers("GET /api/notifications", []);
  await openSignedIn(`/notifications/${ID}`);
  await findHeading("Notifications");
  await arrive("/notifications");
});

it.each<[string, Fault]>([
  ["is gone", GONE],
  ["could not be read", json(500, { message: "deadlock detected" })],
  ["is out of reach", lost],
])("leads to the list where the message %s", async (_, fault) => {
  fails("POST /api/notifications/{id}/read", fault);
  answers("GET /api/notifications", [ACCEPTED]);
  await openSignedIn(`/notifications/${ID}`);
  await arrive("/notifications");
  await screen.findByText(/Margaret Holroyd accepted quote PL-0001/);
});
