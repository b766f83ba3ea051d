import type { ReactNode } from "react";

/** What people ask, each answer one tap away, without a script. */
export function QuestionList({ questions }: { questions: { question: string; answer: ReactNode }[] }) {
  return (
    <div className="max-w-3xl border-line border-b">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-line border-t">
          <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold text-ink text-lg [&::-webkit-details-marker]:hidden">
            {question}
            <svg
              aria-hidden="true"
              viewBox="0 0 20 20"
              className="size-5 shrink-0 text-quiet"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinecap="round"
            >
              <path d="M4 10h12" />
              <path d="M10 4v12" className="group-open:hidden" />
            </svg>
          </summary>
          <p className="max-w-[60ch] pb-6 text-quiet">{answer}</p>
        </details>
      ))}
    </div>
  );
}
