// @vitest-environment window
import { afterEach, expect, test } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { accountKeys } from "../../entities/accounts/queries";
import { beginSession, endSession } from "./end-session";

const ada = { id: "1", email: "ada@example.com", name: "Ada Pipe" };

afterEach(() => localStorage.clear());

/** An app in which `before` is held, and a check that is under way; `answer` lets the server answer it. */
function checking(before: typeof ada | null) {
  const client = createQueryClient();
  client.setQueryData(accountKeys.me, before);
  let answer: (user: typeof ada | null) => void = () => {};
  const check = client.fetchQuery({
    queryKey: accountKeys.me,
    queryFn: () => new Promise<typeof ada | null>((resolve) => (answer = resolve)),
    staleTime: 0,
  });
  return {
    client,
    held: () => client.getQueryData(accountKeys.me),
    answered: async (user: typeof ada | null) => {
      answer(user);
      await check.catch(() => {});
    },
  };
}

test("a check that was under way does not bring back a session that has ended", async () => {
  const { client, held: getSignedInUser, answered } = checking(ada);
  endSession(client, "inactivity");
  expect(getSignedInUser()).toBeNull();
  await answered(ada);
  expect(getSignedInUser()).toBeNull();
});

test("a check that was under way does not end a session that has begun", async () => {
  const { client, held, answered } = checking(null);
  beginSession(client, ada);
  await answered(null);
  expect(held()).toEqual(ada);
});

test("the session may be checked again afterwards", async () => {
  const { client, held, answered } = checking(ada);
  endSession(client, "logout");
  await answered(ada);
  await client.fetchQuery({ queryKey: accountKeys.me, queryFn: async () => ada, staleTime: 0 });
  expect(held()).toEqual(ada);
});
