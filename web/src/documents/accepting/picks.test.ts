import { describe, expect, it } from "vitest";
import type { Presentation } from "../../api/generated/Presentation";
import { standingOf, UNTOUCHED } from "./picks";

/** A quote of these optional lines and choices, as far as picks look at it. */
function offer(options: Record<string, boolean>, choices: string[] = [], recommended = choices[0]) {
  const lines = Object.entries(options).map(([id, selected]) => ({ id, optional: true, selected }));
  return {
    lines: [{ id: "boiler", optional: false, selected: false }, ...lines],
    choices: choices.map((id) => ({ id, chosen: id === recommended })),
  } as unknown as Presentation;
}

describe("what stands of a customer's picks", () => {
  const now = offer({ filter: true, stat: false }, ["good", "better", "best"], "better");

  it("is as the business set it where they picked nothing", () => {
    expect(standingOf(now, UNTOUCHED)).toEqual({ selected: ["filter"], chosen: "better" });
    expect(standingOf(offer({}), UNTOUCHED)).toEqual({ selected: [], chosen: null });
  });

  it("is their own, whatever the business sets now", () => {
    const touched = {
      chosen: "best",
      ticks: new Map([
        ["filter", false],
        ["stat", true],
      ]),
    };
    expect(standingOf(now, touched)).toEqual({ selected: ["stat"], chosen: "best" });
    const next = offer({ stat: false, filter: true }, ["best", "good"], "good");
    expect(standingOf(next, touched)).toEqual({ selected: ["stat"], chosen: "best" });
  });

  it("is the business's again where what they picked is gone", () => {
    const touched = { chosen: "best", ticks: new Map([["stat", true]]) };
    const next = offer({ filter: true }, ["good", "better"], "good");
    expect(standingOf(next, touched)).toEqual({ selected: ["filter"], chosen: "good" });
    expect(standingOf(offer({}), touched)).toEqual({ selected: [], chosen: null });
  });

  it("leaves to the business what they never touched, a new line too", () => {
    const touched = { chosen: null, ticks: new Map([["stat", true]]) };
    const next = offer({ filter: false, stat: false, alarm: true }, ["good", "better"], "good");
    expect(standingOf(next, touched)).toEqual({ selected: ["stat", "alarm"], chosen: "good" });
  });

  it("ticks no line that is not optional any more", () => {
    const touched = { chosen: null, ticks: new Map([["boiler", true]]) };
    expect(standingOf(now, touched).selected).toEqual(["filter"]);
  });

  it("takes any word for an id", () => {
    expect(standingOf(offer({ constructor: false }), UNTOUCHED).selected).toEqual([]);
  });
});
