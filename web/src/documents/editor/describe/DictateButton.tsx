import { Mic, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button";
import { useStableCallback } from "../../../ui/hooks";

/**
 * Starts and stops dictation and displays what is heard; renders nothing if the browser doesn't recognise
 * speech.
 */
export function DictateButton({ dictation }: { dictation: Dictation }) {
  const { isSupported, isListening, interimText, problem, start, stop } = dictation;
  if (!isSupported) return null;
  const Icon = isListening ? Square : Mic;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        aria-pressed={isListening}
        onClick={isListening ? stop : start}
        icon={<Icon aria-hidden size={18} strokeWidth={1.75} />}
      >
        {isListening ? "Stop dictating" : "Dictate"}
      </Button>
      <p role="status" className="min-w-0 flex-1 break-words text-quiet text-sm">
        {isListening
          ? interimText || "Listening…"
          : (problem ??
            "Your browser turns what you say into text. Some browsers use their maker’s service for it.")}
      </p>
    </div>
  );
}

export interface Dictation {
  /** Whether the browser recognises speech. */
  isSupported: boolean;
  isListening: boolean;
  /** The last words heard, which may still change. */
  interimText: string;
  problem: string | null;
  start: () => void;
  stop: () => void;
}

/** Converts speech into text in the browser. We don't record or send any of it. */
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

/**
 * The parts of the browser's speech recognition (Web Speech API) that are used here; TypeScript's types cover
 * only some.
 */
export interface SpeechRecogniser {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: SpeechResults) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

/** The results so far: from `resultIndex` on, they are new or have changed. */
export interface SpeechResults {
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean; 0?: { transcript: string } }>;
}

interface SpeechWindow {
  SpeechRecognition?: new () => SpeechRecogniser;
  webkitSpeechRecognition?: new () => SpeechRecogniser;
}

/** The browser's speech recognition; null if it has none. */
export function getSpeechRecogniser(): (new () => SpeechRecogniser) | null {
  const speechWindow = window as SpeechWindow;
  return speechWindow.SpeechRecognition ?? speechWindow.webkitSpeechRecognition ?? null;
}

/** The final text and the text that may still change. */
export function splitSpeech({ resultIndex, results }: SpeechResults): { said: string; maybe: string } {
  const parts = { said: "", maybe: "" };
  for (let at = resultIndex; at < results.length; at += 1) {
    const result = results[at];
    parts[result?.isFinal ? "said" : "maybe"] += ` ${result?.[0]?.transcript ?? ""}`;
  }
  const collapseSpaces = (text: string) => text.replace(/\s+/g, " ").trim();
  return { said: collapseSpaces(parts.said), maybe: collapseSpaces(parts.maybe) };
}

/** The notes with the spoken text appended. */
export function appendSpeech(notes: string, speech: string): string {
  if (speech === "") return notes;
  return notes === "" || /\s$/.test(notes) ? notes + speech : `${notes} ${speech}`;
}

/** The message why nothing is heard; null if the user knows. */
export function getSpeechProblem(error: string): string | null {
  switch (error) {
    case "aborted":
      return null;
    case "not-allowed":
    case "service-not-allowed":
      return "Your browser doesn’t let this page use the microphone. You can allow it in the browser’s settings for this site, or type.";
    case "audio-capture":
      return "No microphone was found. You can type instead.";
    case "no-speech":
      return "We didn’t hear anything. Press Dictate to try again, or type.";
    case "network":
      return "This browser needs signal to understand speech. You can type instead.";
    default:
      return "Dictation isn’t working right now. You can type instead.";
  }
}
