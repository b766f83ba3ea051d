import type { Presentation } from "../../api/generated/Presentation";
import { Money } from "../../ui/Money";
import { appendVatText } from "./vatWords";

/** What the acceptance is of: which choice, the total, the deposit, and which optional items are in it. */
export function AcceptanceSummary({ document: doc }: { document: Presentation }) {
  const total = doc.totals.find((row) => row.kind === "total");
  const deposit = doc.totals.find((row) => row.kind === "deposit");
  const choice = doc.choices?.find(({ chosen }) => chosen);
  const optional = doc.lines.filter(
    ({ optional, choiceId }) => optional && (choiceId === undefined || choiceId === choice?.id),
  );
  return (
    <div className="rounded-md bg-canvas p-4">
      <dl className="grid gap-1">
        {choice && (
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-quiet">Your choice</dt>
            <dd className="min-w-0 break-words font-semibold text-ink">{choice.name}</dd>
          </div>
        )}
        {[total, deposit].map(
          (row) =>
            row && (
              <div key={row.kind} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <dt className="text-quiet">
                  {row.kind === "total" ? appendVatText(row.label, doc.summary.vat) : row.label}
                </dt>
                <dd className={row.kind === "total" ? "font-semibold text-ink text-xl" : undefined}>
                  <Money text={row.amount} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {optional.length > 0 && (
        <ul className="mt-3 grid gap-1 border-line border-t pt-3 text-sm">
          {optional.map((line) => (
            <li key={line.id} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 break-words">
                {line.name}
                <span className="text-quiet">{line.counted ? ", included" : ", not included"}</span>
                {line.adds && <span className="block text-quiet">{line.adds}</span>}
              </span>
              <Money text={line.amount} className={line.counted ? undefined : "text-quiet line-through"} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
