import { Mic, Square } from "lucide-react";
import { Button } from "../../../ui/Button";
import type { Dictation } from "./useDictation";

/** Starts and stops dictation, and shows what is heard; nothing where the browser understands no speech. */
export function DictateButton({ dictation }: { dictation: Dictation }) {
  const { isThere, isOn, maybe, problem, start, stop } = dictation;
  if (!isThere) return null;
  const Icon = isOn ? Square : Mic;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        aria-pressed={isOn}
        onClick={isOn ? stop : start}
        icon={<Icon aria-hidden size={18} strokeWidth={1.75} />}
      >
        {isOn ? "Stop dictating" : "Dictate"}
      </Button>
      <p role="status" className="min-w-0 flex-1 break-words text-quiet text-sm">
        {isOn
          ? maybe || "Listening…"
          : (problem ??
            "Your browser turns what you say into text. Some browsers use their maker’s service for it.")}
      </p>
    </div>
  );
}
