// @vitest-environment window
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";
import { type ReadRequest, readOverNetwork, setReadTransport } from "../../api/requests";
import { type QuotePicker, useQuotePicker } from "./useQuotePicker";

/** A version of a quote with three choices and one optional line, with this total. */
function version(name: string, total: string, choices = ["good", "better", "best"], chosen = "better") {
  const presentation = {
    actions: { options: true, choose: true },
    lines: [{ id: "stat", optional: true, selected: false }],
    choices: choices.map((id) => ({ id, chosen: id === chosen })),
    summary: { amount: total },
  } as unknown as Presentation;
  return { version: name, presentation, pdf: "/q/secret.pdf" } as PublicPage;
}

/** A request that is waiting for its response. */
interface Asked extends ReadRequest {
  answer: (page: PublicPage) => Promise<void>;
  fail: () => Promise<void>;
}

let root: Root;
let client: QueryClient;
let choice: QuotePicker;
let asked: Asked[];

function Reader({ page }: { page: PublicPage }) {
  choice = useQuotePicker("quote", "secret", page);
  return null;
}

const show = (page: PublicPage) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Reader page={page} />
      </QueryClientProvider>,
    ),
  );

/** The only request since the last call. */
function question() {
  expect(asked).toHaveLength(1);
  return asked.shift() as Asked;
}

const picked = ({ query }: ReadRequest) => [query?.choice, query?.selected];
const amount = () => choice.presentation.summary.amount;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  asked = [];
  client = new QueryClient();
  root = createRoot(document.createElement("div"));
  setReadTransport(
    (read) =>
      new Promise((resolve, reject) => {
        asked.push({
          ...read,
          answer: (page) => act(async () => resolve({ page })),
          fail: () => act(async () => reject(new Error("no signal"))),
        });
      }),
  );
});

afterEach(async () => {
  await act(async () => root.unmount());
  setReadTransport(readOverNetwork);
});

it("requests nothing until something is picked", async () => {
  await show(version("one", "£600"));
  await show(version("two", "£600"));
  expect(asked).toEqual([]);
  expect(choice).toMatchObject({
    chosen: "better",
    selected: [],
    isCalculating: false,
    pdf: "/q/secret.pdf",
  });
});

it("keeps a pick for a new version, and recalculates it", async () => {
  await show(version("one", "£600"));
  await act(async () => choice.choose("best"));
  await question().answer(version("one", "£960"));
  expect([amount(), choice.isCalculating]).toEqual(["£960", false]);

  await show(version("two", "£600"));
  // The totals are the business's defaults, and nothing can be accepted with them.
  expect([choice.chosen, amount(), choice.isCalculating]).toEqual(["best", "£600", true]);
  const again = question();
  expect(picked(again)).toEqual(["best", []]);
  await again.answer(version("two", "£1,020"));
  expect([choice.chosen, amount(), choice.isCalculating]).toEqual(["best", "£1,020", false]);
  expect(choice.pdf).toBe("/q/secret.pdf?selected=&choice=best");
});

it("keeps a pick that was being calculated when the new version came", async () => {
  await show(version("one", "£600"));
  await act(async () => choice.toggle("stat"));
  const late = question();
  await show(version("two", "£600"));
  const again = question();
  expect([late.signal?.aborted, ...picked(again)]).toEqual([true, "better", ["stat"]]);
  await late.answer(version("one", "£700"));
  expect([amount(), choice.isCalculating]).toEqual(["£600", true]);
  await again.answer(version("two", "£800"));
  expect([choice.selected, amount()]).toEqual([["stat"], "£800"]);
});

it("reloads the document if the server has another version, and recalculates for that one", async () => {
  await show(version("one", "£600"));
  let readAgain = 0;
  const invalidate = client.invalidateQueries.bind(client);
  client.invalidateQueries = (...what) => {
    readAgain += 1;
    return invalidate(...what);
  };
  await act(async () => choice.choose("best"));
  await question().answer(version("two", "£1,020"));
  expect([readAgain, choice.chosen, choice.isCalculating]).toEqual([1, "best", true]);
  await show(version("two", "£600"));
  await question().answer(version("two", "£1,020"));
  expect([amount(), choice.isCalculating]).toEqual(["£1,020", false]);
});

it("goes back to the last pick that was calculated if there is no signal", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await show(version("one", "£600"));
  await act(async () => choice.choose("best"));
  await question().answer(version("one", "£960"));
  await act(async () => choice.choose("good"));
  await question().fail();
  expect([choice.chosen, amount(), choice.hasFailed]).toEqual(["best", "£960", true]);

  // Not for the new version: it is displayed with the business's defaults, and nothing is being calculated.
  await show(version("two", "£600"));
  await question().fail();
  expect([choice.chosen, amount(), choice.isCalculating]).toEqual(["better", "£600", false]);
  expect([choice.hasFailed, asked]).toEqual([true, []]);
});
