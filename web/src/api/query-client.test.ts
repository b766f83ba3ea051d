import { MutationObserver, notifyManager } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { ApiError } from "./errors";
import { createQueryClient } from "./query-client";

const createRefusal = (status: number) => new ApiError(status, "No", "", [], undefined);

/** Reads successfully once and is refused the next time; returns what is cached afterwards. */
async function readCachedAfter(status: number): Promise<unknown> {
  const client = createQueryClient();
  client.setQueryData(["/api/contacts"], ["Margaret"]);
  const read = client.fetchQuery({
    queryKey: ["/api/contacts"],
    queryFn: () => Promise.reject(createRefusal(status)),
    staleTime: 0,
  });
  await expect(read).rejects.toThrow("No");
  return client.getQueryData(["/api/contacts"]);
}

test("a 401 clears the cached reads, another error keeps them", async () => {
  expect(await readCachedAfter(401)).toBeUndefined();
  expect(await readCachedAfter(500)).toEqual(["Margaret"]);
});

test("reads stay fresh for 5 minutes, and nothing is repeated automatically", () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: 5 * 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  });
  expect(mutations?.retry).toBe(false);
});

test("a change is reported as pending before the next press can be handled", async () => {
  const change = new MutationObserver(createQueryClient(), { mutationFn: () => new Promise(() => {}) });
  const statuses: string[] = [];
  // As `useMutation` subscribes.
  change.subscribe(notifyManager.batchCalls(({ status }) => void statuses.push(status)));
  void change.mutate();
  // Presses and timers come after all microtasks.
  await Promise.resolve();
  expect(statuses).toEqual(["pending"]);
});
