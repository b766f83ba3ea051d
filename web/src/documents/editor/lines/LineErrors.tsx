import { CircleAlert } from "lucide-react";
import { getLineFieldId } from "./lineTypes";

/** What is wrong with some fields of a line, a sentence each. */
export function LineErrors({
  lineId,
  errors,
  className,
}: {
  lineId: string;
  /** The fields and their sentences. */
  errors: readonly (readonly [field: string, sentence: string])[];
  className?: string;
}) {
  if (errors.length === 0) return null;
  return (
    <ul className={className}>
      {errors.map(([field, sentence]) => (
        <li
          key={field}
          id={getLineFieldId(lineId, `${field}-error`)}
          className="mt-1 flex items-start gap-1.5 text-bad text-sm"
        >
          <CircleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
          {sentence}
        </li>
      ))}
    </ul>
  );
}
