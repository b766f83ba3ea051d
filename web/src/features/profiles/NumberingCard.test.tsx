// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Numbering } from "../../api/generated/Numbering";
import type { Profile } from "../../entities/profiles/profile";
import { fillField } from "../../testing/each-test";
import {
  type FaultResponse,
  failConnection,
  mockFault,
  mockResponse,
  respondJson,
} from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { NumberingCard } from "./NumberingCard";

const NUMBERS: Numbering[] = [
  { kind: "quote", prefix: "", next: 12, shown: "Q-0012" },
  { kind: "invoice", prefix: "PL-", next: 7, shown: "PL-0007" },
];

beforeEach(() => {
  mockResponse("GET /api/business-profiles/{id}/numbering", NUMBERS);
});

/** Types a new prefix and a new number, and saves them. */
async function save() {
  const user = await renderAlone(<NumberingCard profile={{ id: "p1" } as Profile} />);
  await fillField(user, await screen.findByLabelText("Quote numbers start with (optional)"), "A-");
  await fillField(user, screen.getByLabelText("Next invoice"), "40");
  await user.click(screen.getByRole("button", { name: "Save numbering" }));
  return user;
}

it("sends the prefix and the next number of every kind of document", async () => {
  const sent = mockResponse("PUT /api/business-profiles/{id}/numbering", NUMBERS);
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.params.id).toBe("p1");
  expect(sent[0]?.body).toEqual({
    numbering: [
      { kind: "quote", prefix: "A-", next: 12 },
      { kind: "invoice", prefix: "PL-", next: 40 },
    ],
  });
  expect(screen.queryByRole("alert")).toBeNull();
});

const FAULTS: [row: string, fault: FaultResponse, says: string][] = [
  ["no response", failConnection, "The server could not be reached. Check your signal and try again."],
  ["a 500", respondJson(500), "The server had a problem. Your work is still here: please try again."],
  ["a 409", respondJson(409, { message: "It has just changed." }), "It has just changed."],
];

it.each(FAULTS)(
  "says why the numbering was not saved after %s, and can save it again",
  async (_, fault, says) => {
    const sent = mockFault("PUT /api/business-profiles/{id}/numbering", fault);
    const user = await save();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(says);
    expect(screen.getByLabelText<HTMLInputElement>("Next invoice").value).toBe("40");
    await user.click(screen.getByRole("button", { name: "Save numbering" }));
    await waitFor(() => expect(sent).toHaveLength(2));
  },
);

it.each([
  ["numbering[0].prefix", "Quote numbers start with (optional)"],
  ["numbering[1].next", "Next invoice"],
])("shows an error in %s beside that field only", async (path, name) => {
  const msg = "Choose another one.";
  const error = respondJson(422, { message: "No", errors: [{ path, code: "invalid", msg }] });
  mockFault("PUT /api/business-profiles/{id}/numbering", error);
  await save();
  const field = await screen.findByRole("textbox", { name, description: msg });
  const isWrong = (one: Element) => one.getAttribute("aria-invalid") === "true";
  expect(screen.getAllByRole("textbox").filter(isWrong)).toEqual([field]);
  expect(screen.queryByRole("alert")).toBeNull();
});
