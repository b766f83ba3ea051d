import { expect, it, vi } from "vitest";
import { ApiError } from "../../api/errors";
import { runInPortions, splitIntoPortions } from "./useBulkAction";

const many = (count: number) => Array.from({ length: count }, (_, at) => `d${at}`);

const refusal = (place: number) =>
  new ApiError(404, "Quote not found", "not_found", [{ path: `ids[${place}]`, msg: "" }], {});

it("sends 500 at a time, and reports its progress", async () => {
  expect(splitIntoPortions(many(1_200)).map(({ length }) => length)).toEqual([500, 500, 200]);
  const seen: number[] = [];
  const send = vi.fn(async () => undefined);
  const outcome = await runInPortions(many(1_200), send, { onProgress: ({ done }) => seen.push(done) });
  expect(seen).toEqual([0, 500, 1_000, 1_200]);
  expect([outcome.done.length, outcome.remaining, outcome.error]).toEqual([1_200, [], null]);
});

it("says what is left when it is stopped, and continues from there", async () => {
  const stop = new AbortController();
  const sent: string[] = [];
  const send = async (ids: string[]) => {
    sent.push(...ids);
    if (sent.length === 1_000) stop.abort();
  };
  const first = await runInPortions(many(5_000), send, { signal: stop.signal });
  expect([first.done.length, first.remaining.length]).toEqual([1_000, 4_000]);
  const second = await runInPortions(first.remaining, send);
  expect([second.done.length, second.remaining.length, new Set(sent).size]).toEqual([4_000, 0, 5_000]);
});

it("leaves out what was refused, and names it", async () => {
  let calls = 0;
  const send = async (ids: string[]) => {
    calls += 1;
    const gone = ids.indexOf("d7");
    if (gone >= 0) throw refusal(gone);
  };
  const outcome = await runInPortions(many(10), send);
  expect([outcome.done.length, outcome.refused, calls]).toEqual([
    9,
    [{ id: "d7", name: "", code: "not_found", reason: "Quote not found" }],
    2,
  ]);
});

it("reports what was done before a fault, and what is left", async () => {
  let calls = 0;
  const send = async () => {
    calls += 1;
    if (calls === 2) throw new TypeError("Failed to fetch");
  };
  const outcome = await runInPortions(many(1_500), send);
  expect([outcome.done.length, outcome.remaining.length]).toEqual([500, 1_000]);
  expect(outcome.error).toBeInstanceOf(TypeError);
});
