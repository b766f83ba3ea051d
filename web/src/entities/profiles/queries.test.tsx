// @vitest-environment window
// A draft starts with its business's defaults, never with a list from before the first business was added.
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { cleanups } from "../../testing/each-test";
import { mockHeldResponse, mockResponse } from "../../testing/network";
import type { Profile } from "./profile";
import { isLoadingProfiles, newDocumentProfilesQuery, profileKeys } from "./queries";

const LIST = "GET /api/business-profiles";
const PROFILE = { id: "p", name: "Pipe & Daughters" } as Profile;

/** A component that decides something once, as the editor does with a draft's initial values. */
function Begun({ seen }: { seen: string[] }) {
  const profiles = useQuery(newDocumentProfilesQuery);
  if (isLoadingProfiles(profiles)) return <p>waits</p>;
  seen.push(profiles.data?.[0]?.name ?? "no business");
  return <p>begun</p>;
}

function begin(list: Profile[] | undefined) {
  const client = createQueryClient();
  cleanups.push(() => client.clear());
  if (list) client.setQueryData(profileKeys.all, list);
  const seen: string[] = [];
  render(
    <QueryClientProvider client={client}>
      <Begun seen={seen} />
    </QueryClientProvider>,
  );
  return seen;
}

it("waits for the list if the cached one has no business", async () => {
  const { release } = mockHeldResponse(LIST, [PROFILE]);
  const seen = begin([]);
  screen.getByText("waits");
  release();
  await screen.findByText("begun");
  expect(seen[0]).toBe("Pipe & Daughters");
});

it("starts at once with a cached business", () => {
  mockResponse(LIST, [PROFILE]);
  expect(begin([PROFILE])[0]).toBe("Pipe & Daughters");
});

it("starts without a business if there is none", async () => {
  mockResponse(LIST, []);
  const seen = begin([]);
  await screen.findByText("begun");
  expect(seen[0]).toBe("no business");
});
