// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockResponse } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";
import { describeScreenStates } from "../../testing/screen-states";

describeScreenStates("the messages to support", {
  path: "/support",
  call: "GET /api/support",
  answer: [
    {
      id: "q1",
      createdAt: Date.UTC(2026, 8, 1, 9),
      status: "open",
      answers: [],
      subject: "Where is my logo?",
      message: "It is not on my quote.",
      pictures: [],
    },
  ],
  shows: "Where is my logo?",
  fails: "This could not be loaded",
});

it("says that no message was sent yet, and still shows the form", async () => {
  mockResponse("GET /api/support", []);
  await openSignedIn("/support");
  await screen.findByText("You haven’t written to us yet.");
  screen.getByRole("heading", { name: "Write to us" });
  expect(screen.queryByRole("alert")).toBeNull();
});
