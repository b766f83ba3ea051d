import { useEffect, useRef, useState } from "react";
import { useStable } from "../../../ui/useStable";
import { type Recognition, recognition, speechProblem, understood } from "./speech";

export interface Dictation {
  /** Whether the browser understands speech at all. */
  isThere: boolean;
  isOn: boolean;
  /** What was heard last and may still change. */
  maybe: string;
  problem: string | null;
  start: () => void;
  stop: () => void;
}

/** Speech into text, by the browser. Nothing of it is recorded or sent by us. */
export function useDictation(onSaid: (said: string) => void): Dictation {
  const [isOn, setOn] = useState(false);
  const [maybe, setMaybe] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<Recognition | null>(null);
  const tell = useStable(onSaid);

  useEffect(() => () => running.current?.abort(), []);

  const start = () => {
    const Recogniser = recognition();
    if (!Recogniser || running.current) return;
    const speech = new Recogniser();
    running.current = speech;
    speech.lang = "en-GB";
    speech.continuous = true;
    speech.interimResults = true;
    speech.onresult = (event) => {
      const heard = understood(event);
      setMaybe(heard.maybe);
      if (heard.said) tell(heard.said);
    };
    speech.onerror = ({ error }) => setProblem(speechProblem(error));
    speech.onend = () => {
      running.current = null;
      setOn(false);
      setMaybe("");
    };
    setProblem(null);
    try {
      speech.start();
      setOn(true);
    } catch {
      running.current = null;
      setProblem(speechProblem("failed"));
    }
  };
  const stop = () => running.current?.stop();
  return { isThere: recognition() !== null, isOn, maybe, problem, start, stop };
}
