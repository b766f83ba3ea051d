import { Circle } from "lucide-react";
import type { StrengthReport } from "../../api/generated/StrengthReport";

/** What a new password still lacks, in core's words; the list empties while one types. */
export function UnmetRules({ report }: { report: StrengthReport }) {
  const unmet = report.rules.filter(({ met }) => !met);
  return (
    <div aria-live="polite">
      {unmet.length > 0 ? (
        <ul className="mt-3 flex flex-col gap-1 text-sm">
          {unmet.map(({ rule, msg }) => (
            <li key={rule} className="flex items-start gap-2 text-quiet">
              <Circle aria-hidden size={16} strokeWidth={1.5} className="mt-0.5 shrink-0 p-0.5" />
              {msg}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
