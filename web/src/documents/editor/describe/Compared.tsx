import type { ReactNode } from "react";
import { Banner } from "../../../ui/Banner";
import { Spinner } from "../../../ui/Spinner";
import type { GeneratedDescription } from "./useDescribing";

/** The notes and what was made of them: side by side, one below the other on phones. */
export function NotesComparison({ description }: { description: GeneratedDescription }) {
  const { before, after, state, problem, leftOut } = description;
  const isOver = state === "failed" || state === "stopped";
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <ComparisonColumn title="Your notes">
          <p className="whitespace-pre-wrap break-words text-quiet">{before}</p>
        </ComparisonColumn>
        {isOver && after === "" ? null : (
          <ComparisonColumn title="Job description">
            <p className="whitespace-pre-wrap break-words" aria-busy={state === "writing"}>
              {after}
            </p>
            {state === "writing" && after === "" ? <Spinner label="Writing…" /> : null}
          </ComparisonColumn>
        )}
      </div>
      <p role="status" className="sr-only">
        {state === "done" ? "The job description is ready." : ""}
      </p>
      {isOver ? (
        <Banner tone="amber" live>
          {state === "stopped" ? "You stopped it." : problem} Your notes are as you left them.
        </Banner>
      ) : null}
      {leftOut.length > 0 ? (
        <p className="break-words text-sm">
          In your notes but left out: {leftOut.join(", ")}. Add anything your customer should read.
        </p>
      ) : null}
    </div>
  );
}

function ComparisonColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-md border border-line p-3">
      <h3 className="mb-1.5 font-medium text-ink text-sm">{title}</h3>
      {children}
    </section>
  );
}
