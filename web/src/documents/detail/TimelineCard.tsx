import { useQuery } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { Link } from "react-router";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";
import { listTimelineEntries, type TimelineEntry } from "./timelineEntries";

const TIME_FORMAT = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  hour: "2-digit",
  minute: "2-digit",
});

const DOT_COLOURS = { plain: "bg-ink", good: "bg-ok", bad: "bg-bad" };

/** The document's timeline, oldest entry first. */
export function TimelineCard({ document: doc }: { document: StoredDocument }) {
  const { gbp } = useRules();
  // Without a response, for example offline, it is based on the document alone.
  const timelineResult = useQuery(documentQueries.timeline(doc.kind, doc.id));
  return (
    <Card title="What happened">
      <ol className="grid">
        {listTimelineEntries(doc, gbp, timelineResult.data).map((entry) => (
          <li key={entry.id ?? entry.label} className="group relative flex gap-3 pb-4 last:pb-0">
            <span
              aria-hidden
              className={cx(
                "mt-1.5 size-2.5 shrink-0 rounded-full",
                DOT_COLOURS[entry.tone],
                "before:absolute before:top-5 before:bottom-0 before:left-[4.5px] before:w-px before:bg-line group-last:before:hidden",
              )}
            />
            <div className="min-w-0 flex-1">
              <EntryLabel entry={entry} />
              <EntryTime at={entry.at} time={entry.time} />
              {entry.note && <p className="mt-1 whitespace-pre-line break-words text-sm">{entry.note}</p>}
              {entry.file && (
                <a
                  href={entry.file.href}
                  download
                  className="wrap-anywhere -mb-2 inline-flex min-h-11 items-center gap-2 text-ink text-sm underline underline-offset-4"
                >
                  <FileCheck aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
                  {entry.file.label}
                </a>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function EntryLabel({ entry }: { entry: TimelineEntry }) {
  if (!entry.to) return <p className="wrap-anywhere text-ink">{entry.label}</p>;
  return (
    <Link to={entry.to} className="inline-link font-medium text-ink underline underline-offset-4">
      {entry.label}
    </Link>
  );
}

function EntryTime({ at, time }: { at: string | null; time?: number }) {
  const { dateLong } = useRules();
  if (at === null) return null;
  return (
    <p className="text-quiet text-sm tabular-nums">
      {time === undefined ? dateLong(at) : `${dateLong(at)}, ${TIME_FORMAT.format(time)}`}
    </p>
  );
}
