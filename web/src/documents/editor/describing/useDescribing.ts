import { useEffect, useRef, useState } from "react";
import type { DescribeRequest } from "../../../api/generated/DescribeRequest";
import { loadTidier } from "../../../rules/tidier";
import { describe, describeProblem } from "./describing";

/** A description that is written, or was. */
export interface Writing {
  /** The notes that it is made of. */
  before: string;
  /** What there is of it so far. */
  after: string;
  state: "writing" | "done" | "stopped" | "failed";
  /** Why it failed. */
  problem: string | null;
  /** What of the notes it does not have. */
  leftOut: string[];
  byModel: boolean;
}

export interface Describing {
  writing: Writing | null;
  /** By the model. */
  ask: (request: DescribeRequest) => Promise<void>;
  /** By rule, on the device. */
  tidy: (request: DescribeRequest) => Promise<void>;
  stop: () => void;
  forget: () => void;
}

/** Makes a description of notes, one at a time; a later one takes the place of an earlier one. */
export function useDescribing(): Describing {
  const [writing, setWriting] = useState<Writing | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = (before: string, byModel: boolean) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setWriting({ before, after: "", state: "writing", problem: null, leftOut: [], byModel });
    const change = (part: Partial<Writing>) => {
      if (!mine.signal.aborted) setWriting((now) => now && { ...now, ...part });
    };
    return { signal: mine.signal, change };
  };
  const ask = async (request: DescribeRequest) => {
    const { signal, change } = begin(request.notes, true);
    try {
      const { text, leftOut } = await describe(request, signal, (after) => change({ after }));
      change({ after: text, leftOut, state: "done" });
    } catch (error) {
      change({ state: "failed", problem: describeProblem(error) });
    }
  };
  const tidy = async ({ notes, style }: DescribeRequest) => {
    const { change } = begin(notes, false);
    try {
      const { tidy: write } = await loadTidier();
      change({ after: write(notes, style), state: "done" });
    } catch (error) {
      console.warn("The tidier could not be loaded.", error);
      const problem = "The tidier could not be loaded. Check your signal and try again.";
      change({ state: "failed", problem });
    }
  };
  const stop = () => {
    running.current?.abort();
    setWriting((now) => now && { ...now, state: "stopped" });
  };
  const forget = () => {
    running.current?.abort();
    setWriting(null);
  };
  return { writing, ask, tidy, stop, forget };
}
