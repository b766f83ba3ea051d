import { describe, expect, it } from "vitest";
import type { Presentation } from "../../api/generated/Presentation";
import { applyOwnPicks, describeLostPicks, NO_OWN_PICKS, type OwnPicks } from "./useQuotePicker";

/** A quote with these optional lines and choices, with only the parts that picks depend on. */
function offer(options: Record<string, boolean>, choices: string[] = [], recommended = choices[0]) {
  const lines = Object.entries(options).map(([id, selected]) => ({ id, optional: true, selected }));
  return {
    lines: [{ id: "boiler", optional: false, selected: false }, ...lines],
    choices: choices.map((id) => ({ id, chosen: id === recommended })),
  } as unknown as Presentation;
}

/** The customer's own picks: this choice and these optional lines. Each is named by its id in capitals. */
function touch(chosen: string | null, ticks: Record<string, boolean>): OwnPicks {
  const ids = [...(chosen ? [chosen] : []), ...Object.keys(ticks)];
  return {
    chosen,
    ticks: new Map(Object.entries(ticks)),
    names: new Map(ids.map((id) => [id, id.toUpperCase()])),
  };
}

describe("a customer's picks", () => {
  const now = offer({ filter: true, stat: false }, ["good", "better", "best"], "better");

  it("are the business's if nothing was picked", () => {
    expect(applyOwnPicks(now, NO_OWN_PICKS)).toEqual({ selected: ["filter"], chosen: "better" });
    expect(applyOwnPicks(offer({}), NO_OWN_PICKS)).toEqual({ selected: [], chosen: null });
  });

  it("stay the customer's own, whatever the business changes", () => {
    const touched = touch("best", { filter: false, stat: true });
    expect(applyOwnPicks(now, touched)).toEqual({ selected: ["stat"], chosen: "best" });
    const next = offer({ stat: false, filter: true }, ["best", "good"], "good");
    expect(applyOwnPicks(next, touched)).toEqual({ selected: ["stat"], chosen: "best" });
  });

  it("are the business's again if the picked ones are gone", () => {
    const touched = touch("best", { stat: true });
    const next = offer({ filter: true }, ["good", "better"], "good");
    expect(applyOwnPicks(next, touched)).toEqual({ selected: ["filter"], chosen: "good" });
    expect(applyOwnPicks(offer({}), touched)).toEqual({ selected: [], chosen: null });
  });

  it("leave untouched and new lines to the business", () => {
    const touched = touch(null, { stat: true });
    const next = offer({ filter: false, stat: false, alarm: true }, ["good", "better"], "good");
    expect(applyOwnPicks(next, touched)).toEqual({ selected: ["stat", "alarm"], chosen: "good" });
  });

  it("tick no line that is no longer optional", () => {
    const touched = touch(null, { boiler: true });
    expect(applyOwnPicks(now, touched).selected).toEqual(["filter"]);
  });

  it("accept any word as an id", () => {
    expect(applyOwnPicks(offer({ constructor: false }), NO_OWN_PICKS).selected).toEqual([]);
  });
});

describe("a customer's picks that are no longer offered", () => {
  const touched = touch("best", { stat: true, filter: false });

  it("are named", () => {
    expect(describeLostPicks(offer({ stat: false, filter: true }, ["good"]), touched)).toBe(
      "No longer offered, although you had picked it: “BEST”.",
    );
    expect(describeLostPicks(offer({}), touched)).toBe(
      "No longer offered, although you had picked it: “BEST”, “STAT”.",
    );
  });

  it("are not mentioned while they are still offered, or if they were only unticked", () => {
    expect(describeLostPicks(offer({ stat: false, filter: true }, ["good", "best"]), touched)).toBe("");
    expect(describeLostPicks(offer({ stat: false }, ["best"]), touched)).toBe("");
    expect(describeLostPicks(offer({}), NO_OWN_PICKS)).toBe("");
  });

  it("do not include a line that is now part of the quote", () => {
    expect(describeLostPicks(offer({}), touch(null, { boiler: true }))).toBe("");
  });
});
