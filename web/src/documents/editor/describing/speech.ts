/** What is used of the browser's speech recognition (Web Speech API); TypeScript's own types know it in part. */
export interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: Heard) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

/** What was heard so far: from `resultIndex` on it is new or was understood anew. */
export interface Heard {
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean; 0?: { transcript: string } }>;
}

interface Speaking {
  SpeechRecognition?: new () => Recognition;
  webkitSpeechRecognition?: new () => Recognition;
}

/** The browser's recognition; null where it has none. */
export function recognition(): (new () => Recognition) | null {
  const speaking = window as Speaking;
  return speaking.SpeechRecognition ?? speaking.webkitSpeechRecognition ?? null;
}

/** What is settled, and what may still become something else. */
export function understood({ resultIndex, results }: Heard): { said: string; maybe: string } {
  const parts = { said: "", maybe: "" };
  for (let at = resultIndex; at < results.length; at += 1) {
    const result = results[at];
    parts[result?.isFinal ? "said" : "maybe"] += ` ${result?.[0]?.transcript ?? ""}`;
  }
  const one = (text: string) => text.replace(/\s+/g, " ").trim();
  return { said: one(parts.said), maybe: one(parts.maybe) };
}

/** The notes with what was said after them. */
export function withSaid(notes: string, said: string): string {
  if (said === "") return notes;
  return notes === "" || /\s$/.test(notes) ? notes + said : `${notes} ${said}`;
}

/** Why nothing is heard, for whoever speaks; null where they know. */
export function speechProblem(error: string): string | null {
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
