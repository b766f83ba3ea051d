// @vitest-environment window
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CancellationResponse } from "../../api/generated/CancellationResponse";
import { createDraft } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import type { StoredDocument } from "../types";
import { CancellationCard } from "./CancellationCard";

const QUOTE: StoredDocument = { ...createDraft("quote"), id: "q1", publicToken: "token" };
const READ = "GET /api/quotes/{id}/cancellation";
const SETTLE = "PUT /api/quotes/{id}/cancellation";

/** An accepted quote with goods that haven't arrived yet. */
const WAITS: CancellationResponse = {
  decision: {
    verdict: "right",
    reason: { text: "Why.", source: "reg. 5", confirmed: true },
    customer: "consumer",
    place: "away",
    supplies: "goods",
    duties: [],
    doubts: [],
  },
  given: true,
  line: "Jo Bloggs may cancel this job until 14 days after the last of the goods arrive. Tell us here when they have.",
  until: null,
  mayCancel: true,
  earlyStart: false,
  finishedDate: null,
  mayFinish: false,
  goods: true,
  goodsArrivedDate: null,
  mayArrive: true,
  cancelled: null,
};

const ARRIVED: CancellationResponse = {
  ...WAITS,
  line: "Jo Bloggs may cancel this job until 15/12/2026: the last of the goods arrived on 01/12/2026.",
  until: "2026-12-15",
  goodsArrivedDate: "2026-12-01",
};

const LABOUR: CancellationResponse = {
  ...WAITS,
  line: "Jo Bloggs may cancel this job until 10/12/2026.",
  until: "2026-12-10",
  goods: false,
  mayArrive: false,
};

const show = () => renderAlone(<CancellationCard quote={QUOTE} />);
const button = (name: string) => screen.findByRole("button", { name });

it("asks when the last goods arrived, and sends that day and nothing else", async () => {
  mockResponse(READ, WAITS);
  const sent = mockResponse(SETTLE, ARRIVED);
  const user = await show();
  await screen.findByText(WAITS.line);
  expect(screen.getByText(/Get their written request before you start work/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "All the work is done" })).toBeNull();
  await user.click(await button("The last of the goods has arrived"));
  const day = await screen.findByLabelText("The day the last goods arrived");
  fireEvent.change(day, { target: { value: "2026-12-01" } });
  mockResponse(READ, ARRIVED);
  await user.click(await button("Save"));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ finishedDate: null, shareDone: null, goodsArrivedDate: "2026-12-01" });
  await screen.findByText("The last of the goods arrived on 1 Dec 2026.");
  expect(screen.queryByRole("button", { name: "The last of the goods has arrived" })).toBeNull();
});

it("clears the date if more goods are to come", async () => {
  mockResponse(READ, ARRIVED);
  const sent = mockResponse(SETTLE, WAITS);
  const user = await show();
  await user.click(await button("Not all have arrived"));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ finishedDate: null, shareDone: null, goodsArrivedDate: null });
});

it("starts with the saved date when it is changed", async () => {
  mockResponse(READ, ARRIVED);
  const user = await show();
  await user.click(await button("Change the date"));
  const day = await screen.findByLabelText<HTMLInputElement>("The day the last goods arrived");
  expect(day.value).toBe("2026-12-01");
});

it("says at the field why a day is refused, and stays open", async () => {
  mockResponse(READ, WAITS);
  const msg = "This date is in the future.";
  mockFault(
    SETTLE,
    respondJson(422, {
      message: msg,
      code: "rule_broken",
      errors: [{ path: "goodsArrivedDate", code: "out_of_range", msg }],
    }),
  );
  const user = await show();
  await user.click(await button("The last of the goods has arrived"));
  await user.click(await button("Save"));
  await screen.findByText(msg);
  expect(screen.getByLabelText("The day the last goods arrived")).toBeTruthy();
});

it("does not mention goods if only labour is supplied", async () => {
  mockResponse(READ, LABOUR);
  await show();
  await screen.findByText(LABOUR.line);
  expect(screen.getByText(/Start after 10 Dec 2026/)).toBeTruthy();
  expect(screen.queryByText(/goods/)).toBeNull();
});
