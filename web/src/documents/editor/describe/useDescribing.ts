import { useEffect, useRef, useState } from "react";
import type { DescribeRequest } from "../../../api/generated/DescribeRequest";
import { loadNoteTidier } from "../../../rules/tidier";
import { getDescribeProblem, requestDescription } from "./describing";

/** A description that is written, or was. */
export interface GeneratedDescription {
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

export interface DescriptionGenerator {
  description: GeneratedDescription | null;
  /** By the model. */
  askModel: (request: DescribeRequest) => Promise<void>;
  /** By rule, on the device. */
  tidyLocally: (request: DescribeRequest) => Promise<void>;
  stop: () => void;
  clear: () => void;
}

/** Makes a description of notes, one at a time; a later one takes the place of an earlier one. */
export function useDescriptionGenerator(): DescriptionGenerator {
  const [description, setDescription] = useState<GeneratedDescription | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = (before: string, byModel: boolean) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setDescription({ before, after: "", state: "writing", problem: null, leftOut: [], byModel });
    const change = (part: Partial<GeneratedDescription>) => {
      if (!controller.signal.aborted) setDescription((now) => now && { ...now, ...part });
    };
    return { signal: controller.signal, change };
  };
  const askModel = async (request: DescribeRequest) => {
    const { signal, change } = begin(request.notes, true);
    try {
      const { text, leftOut } = await requestDescription(request, signal, (after) => change({ after }));
      change({ after: text, leftOut, state: "done" });
    } catch (error) {
      change({ state: "failed", problem: getDescribeProblem(error) });
    }
  };
  const tidyLocally = async ({ notes, style }: DescribeRequest) => {
    const { change } = begin(notes, false);
    try {
      const { tidy: write } = await loadNoteTidier();
      change({ after: write(notes, style), state: "done" });
    } catch (error) {
      console.warn("The tidier could not be loaded.", error);
      const problem = "The tidier could not be loaded. Check your signal and try again.";
      change({ state: "failed", problem });
    }
  };
  const stop = () => {
    running.current?.abort();
    setDescription((now) => now && { ...now, state: "stopped" });
  };
  const clear = () => {
    running.current?.abort();
    setDescription(null);
  };
  return { description, askModel, tidyLocally, stop, clear };
}
