// @vitest-environment window
// The page opened by a push notification. It only redirects, so it has nothing to display except a loading
// state.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  type FaultResponse,
  failConnection,
  mockFault,
  mockHeldResponse,
  mockResponse,
  respondJson,
} from "../../testing/network";
import { findHeading, openSignedIn, waitForPath } from "../../testing/open-app";
import { NOT_FOUND } from "../../testing/screen-states";

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

it("says that it is loading, and then opens the subject of the notification", async () => {
  const { sent, release } = mockHeldResponse("POST /api/notifications/{id}/read", ACCEPTED);
  mockFault("GET /api/recurring/{id}", NOT_FOUND);
  const opening = openSignedIn(`/notifications/${ID}`);
  expect((await screen.findByText("Loading…")).closest("[role=status]")).not.toBeNull();
  release();
  await opening;
  await waitForPath(`/recurring/${ACCEPTED.subjectId}`);
  expect(sent[0]?.params).toMatchObject({ id: ID });
});

it("opens the list when the app does not know the subject of the notification", async () => {
  mockResponse("POST /api/notifications/{id}/read", { ...ACCEPTED, subjectKind: "tomorrow" });
  mockResponse("GET /api/notifications", []);
  await openSignedIn(`/notifications/${ID}`);
  await findHeading("Notifications");
  await waitForPath("/notifications");
});

it.each<[string, FaultResponse]>([
  ["no longer exists", NOT_FOUND],
  ["could not be read", respondJson(500, { message: "deadlock detected" })],
  ["cannot be reached", failConnection],
])("opens the list when the notification %s", async (_, fault) => {
  mockFault("POST /api/notifications/{id}/read", fault);
  mockResponse("GET /api/notifications", [ACCEPTED]);
  await openSignedIn(`/notifications/${ID}`);
  await waitForPath("/notifications");
  await screen.findByText(/Margaret Holroyd accepted quote PL-0001/);
});
