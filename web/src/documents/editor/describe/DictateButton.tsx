import { Mic, Square } from "lucide-react";
import { Button } from "../../../ui/Button";
import type { Dictation } from "./useDictation";

/** Starts and stops dictation, and shows what is heard; nothing where the browser understands no speech. */
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
