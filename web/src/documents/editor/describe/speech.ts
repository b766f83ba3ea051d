/** What is used of the browser's speech recognition (Web Speech API); TypeScript's own types know it in part. */
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

/** What was heard so far: from `resultIndex` on it is new or was understood anew. */
export interface SpeechResults {
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean; 0?: { transcript: string } }>;
}

interface SpeechWindow {
  SpeechRecognition?: new () => SpeechRecogniser;
  webkitSpeechRecognition?: new () => SpeechRecogniser;
}

/** The browser's recognition; null where it has none. */
export function getSpeechRecogniser(): (new () => SpeechRecogniser) | null {
  const speechWindow = window as SpeechWindow;
  return speechWindow.SpeechRecognition ?? speechWindow.webkitSpeechRecognition ?? null;
}

/** What is settled, and what may still become something else. */
export function splitSpeech({ resultIndex, results }: SpeechResults): { said: string; maybe: string } {
  const parts = { said: "", maybe: "" };
  for (let at = resultIndex; at < results.length; at += 1) {
    const result = results[at];
    parts[result?.isFinal ? "said" : "maybe"] += ` ${result?.[0]?.transcript ?? ""}`;
  }
  const collapseSpaces = (text: string) => text.replace(/\s+/g, " ").trim();
  return { said: collapseSpaces(parts.said), maybe: collapseSpaces(parts.maybe) };
}

/** The notes with what was said after them. */
export function appendSpeech(notes: string, speech: string): string {
  if (speech === "") return notes;
  return notes === "" || /\s$/.test(notes) ? notes + speech : `${notes} ${speech}`;
}

/** Why nothing is heard, for whoever speaks; null where they know. */
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
      return "This browser needs a connection to understand speech. You can type instead.";
    default:
      return "Dictation isn’t working right now. You can type instead.";
  }
}
