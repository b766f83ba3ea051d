import { expect, test } from "vitest";
import { appendSpeech, getSpeechProblem, splitSpeech } from "./DictateButton";

const result = (transcript: string, isFinal: boolean) => ({ isFinal, 0: { transcript } });

test("final speech is separated from speech that may still change", () => {
  const results = [result("fit a tap", true), result(" then  test", true), result(" and cle", false)];
  expect(splitSpeech({ resultIndex: 1, results })).toEqual({ said: "then test", maybe: "and cle" });
  expect(splitSpeech({ resultIndex: 3, results })).toEqual({ said: "", maybe: "" });
});

test("dictated text follows the typed text", () => {
  expect(appendSpeech("", "fit tap")).toBe("fit tap");
  expect(appendSpeech("New kitchen", "fit tap")).toBe("New kitchen fit tap");
  expect(appendSpeech("New kitchen\n", "fit tap")).toBe("New kitchen\nfit tap");
  expect(appendSpeech("New kitchen", "")).toBe("New kitchen");
});

test("every error says what to do instead, and stopping is not an error", () => {
  expect(getSpeechProblem("aborted")).toBeNull();
  for (const error of ["not-allowed", "audio-capture", "no-speech", "network", "language-not-supported"]) {
    expect(getSpeechProblem(error)).toMatch(/type/);
  }
});
