// @vitest-environment window
// A draft begins as its business has it: a list of before the first business was added is not what it begins with.
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { leaving } from "../../testing/each";
import { answers, holds } from "../../testing/network";
import type { Profile } from "./profile";
import { isOnItsWay, profileKeys, startingProfilesQuery } from "./queries";

const LIST = "GET /api/business-profiles";
const PROFILE = { id: "p", name: "Pipe & Daughters" } as Profile;

/** What is decided once, as an editor decides what a draft begins with. */
function Begun({ seen }: { seen: string[] }) {
  const profiles = useQuery(startingProfilesQuery);
  if (isOnItsWay(profiles)) return <p>waits</p>;
  seen.push(profiles.data?.[0]?.name ?? "no business");
  return <p>begun</p>;
}

function begin(list: Profile[] | undefined) {
  const client = createQueryClient();
  leaving.push(() => client.clear());
  if (list) client.setQueryData(profileKeys.all, list);
  const seen: string[] = [];
  render(
    <QueryClientProvider client={client}>
      <Begun seen={seen} />
    </QueryClientProvider>,
  );
  return seen;
}

it("waits for the list, where the one that is known has no business", async () => {
  const { release } = holds(LIST, [PROFILE]);
  const seen = begin([]);
  screen.getByText("waits");
  release();
  await screen.findByText("begun");
  expect(seen[0]).toBe("Pipe & Daughters");
});

it("begins at once with a business that is known", () => {
  answers(LIST, [PROFILE]);
  expect(begin([PROFILE])[0]).toBe("Pipe & Daughters");
});

it("begins without one, where there is none", async () => {
  answers(LIST, []);
  const seen = begin([]);
  await screen.findByText("begun");
  expect(seen[0]).toBe("no business");
});
