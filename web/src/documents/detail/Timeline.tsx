import { useQuery } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { Link } from "react-router";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";
import { type Happening, happenings } from "./timeline";

const CLOCK = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  hour: "2-digit",
  minute: "2-digit",
});

const dot = { plain: "bg-ink", good: "bg-ok", bad: "bg-bad" };

/** What happened to the document, oldest first. */
export function Timeline({ document: doc }: { document: StoredDocument }) {
  const { gbp } = useRules();
  // Without an answer, as without a network, it tells what the document itself says.
  const noted = useQuery(documentQueries.timeline(doc.kind, doc.id));
  return (
    <Card title="What happened">
      <ol className="grid grid-cols-[minmax(0,1fr)]">
        {happenings(doc, gbp, noted.data).map((happening) => (
          <li key={happening.id ?? happening.label} className="group relative flex gap-3 pb-4 last:pb-0">
            <span
              aria-hidden
              className={cx(
                "mt-1.5 size-2.5 shrink-0 rounded-full",
                dot[happening.tone],
                "before:absolute before:top-5 before:bottom-0 before:left-[4.5px] before:w-px before:bg-line group-last:before:hidden",
              )}
            />
            <div className="min-w-0 flex-1">
              <Label happening={happening} />
              <When at={happening.at} time={happening.time} />
              {happening.note && (
                <p className="mt-1 whitespace-pre-line break-words text-sm">{happening.note}</p>
              )}
              {happening.file && (
                <a
                  href={happening.file.href}
                  download
                  className="wrap-anywhere -mb-2 inline-flex min-h-11 items-center gap-2 text-ink text-sm underline underline-offset-4"
                >
                  <FileCheck aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
                  {happening.file.label}
                </a>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Label({ happening }: { happening: Happening }) {
  if (!happening.to) return <p className="wrap-anywhere text-ink">{happening.label}</p>;
  return (
    <Link to={happening.to} className="font-medium text-ink underline underline-offset-4">
      {happening.label}
    </Link>
  );
}

function When({ at, time }: { at: string | null; time?: number }) {
  const { dateLong } = useRules();
  if (at === null) return null;
  return (
    <p className="text-quiet text-sm tabular-nums">
      {time === undefined ? dateLong(at) : `${dateLong(at)}, ${CLOCK.format(time)}`}
    </p>
  );
}
