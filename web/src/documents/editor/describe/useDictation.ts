import { useEffect, useRef, useState } from "react";
import { useStableCallback } from "../../../ui/useStable";
import { getSpeechProblem, getSpeechRecogniser, type SpeechRecogniser, splitSpeech } from "./speech";

export interface Dictation {
  /** Whether the browser understands speech at all. */
  isSupported: boolean;
  isListening: boolean;
  /** What was heard last and may still change. */
  interimText: string;
  problem: string | null;
  start: () => void;
  stop: () => void;
}

/** Speech into text, by the browser. Nothing of it is recorded or sent by us. */
export function useDictation(onSpeech: (text: string) => void): Dictation {
  const [isListening, setListening] = useState(false);
  const [interimText, setInterimText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<SpeechRecogniser | null>(null);
  const reportSpeech = useStableCallback(onSpeech);

  useEffect(() => () => running.current?.abort(), []);

  const start = () => {
    const Recogniser = getSpeechRecogniser();
    if (!Recogniser || running.current) return;
    const recogniser = new Recogniser();
    running.current = recogniser;
    recogniser.lang = "en-GB";
    recogniser.continuous = true;
    recogniser.interimResults = true;
    recogniser.onresult = (event) => {
      const heard = splitSpeech(event);
      setInterimText(heard.maybe);
      if (heard.said) reportSpeech(heard.said);
    };
    recogniser.onerror = ({ error }) => setProblem(getSpeechProblem(error));
    recogniser.onend = () => {
      running.current = null;
      setListening(false);
      setInterimText("");
    };
    setProblem(null);
    try {
      recogniser.start();
      setListening(true);
    } catch {
      running.current = null;
      setProblem(getSpeechProblem("failed"));
    }
  };
  const stop = () => running.current?.stop();
  return { isSupported: getSpeechRecogniser() !== null, isListening, interimText, problem, start, stop };
}
