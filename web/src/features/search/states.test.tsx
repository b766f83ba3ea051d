// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { MARGARET } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";
import { describeScreenStates } from "../../testing/screen-states";

const NOTHING = { documents: [], contacts: [], items: [], expenses: [], recurring: [], templates: [] };

describeScreenStates("the search", {
  path: "/search?q=holroyd",
  call: "GET /api/search",
  answer: { ...NOTHING, contacts: [{ ...MARGARET, city: "Leeds" }] },
  shows: MARGARET.name,
  fails: "The search didn’t work",
});

it("says that nothing was found, and what to try", async () => {
  mockResponse("GET /api/search", NOTHING);
  await openSignedIn("/search?q=holroyd");
  await screen.findByText(
    "Nothing found for “holroyd”. Check the spelling, or type the beginning of a word.",
  );
  expect(screen.queryByRole("alert")).toBeNull();
});
