import { useState } from "react";
import type { DataImportDocuments } from "../../api/generated/DataImportDocuments";
import type { DocumentImportOutcome } from "../../api/generated/DocumentImportOutcome";
import type { DocumentImportRow } from "../../api/generated/DocumentImportRow";
import { KINDS } from "../../documents/kind";
import { useRules } from "../../rules/rules";
import { Badge, type Tone } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { Segmented } from "../../ui/Tabs";
import { useGrowing } from "../../ui/useGrowing";

const OUTCOMES: Record<DocumentImportOutcome, { tone: Tone; label: string }> = {
  new: { tone: "green", label: "New" },
  same: { tone: "grey", label: "Already there" },
  otherCurrency: { tone: "amber", label: "Please choose" },
  leftOut: { tone: "grey", label: "Left out" },
  refused: { tone: "red", label: "Left out" },
};

type Wanted = "all" | "differing" | "currency" | "refused";

/** The quotes and invoices: what each came to there, and what it comes to here. */
export function Papers({ papers }: { papers: DataImportDocuments }) {
  const { gbp, dateLong } = useRules();
  const [chosen, setChosen] = useState<Wanted>(papers.differing > 0 ? "differing" : "all");
  const all = papers.quotes + papers.invoices + papers.same + papers.refused + papers.asked;
  const leftOut = papers.rows.filter(({ outcome }) => outcome === "leftOut").length;
  const is: Record<Wanted, (row: DocumentImportRow) => boolean> = {
    all: () => true,
    differing: ({ difference }) => difference !== null,
    currency: ({ currency, outcome }) => currency !== null && outcome !== "same" && outcome !== "refused",
    refused: ({ outcome }) => outcome === "refused",
  };
  const offered: [Wanted, string, number][] = [
    ["differing", "Different", papers.differing],
    ["currency", "Another currency", papers.rows.filter(is.currency).length],
    ["refused", "Can’t be imported", papers.refused],
    ["all", "All", all + leftOut],
  ];
  // Read once more, the files may have nothing of what was chosen.
  const wanted = offered.some(([value, , count]) => value === chosen && count > 0) ? chosen : "all";
  const rows = papers.rows.filter(is[wanted]);
  const { shown, end } = useGrowing(rows);
  const name = ({ kind, number }: DocumentImportRow) =>
    number ? `${KINDS[kind].Name} ${number}` : `Draft ${KINDS[kind].name}`;
  const badge = ({ outcome }: DocumentImportRow) => <Badge {...OUTCOMES[outcome]} />;
  const money = (pounds: string | null) => (pounds === null ? "" : <Money text={gbp(pounds)} />);
  // What is in another currency has no pound sign.
  const original = ({ theirs, currency }: DocumentImportRow) =>
    theirs !== null && currency !== null ? <Money text={theirs} /> : money(theirs);
  const day = ({ date }: DocumentImportRow) => (date ? dateLong(date) : "");
  const columns: Column<DocumentImportRow>[] = [
    { id: "name", header: "Document", width: "w-36", cell: name },
    { id: "customer", header: "Customer", width: "w-[18%]", cell: ({ customer }) => customer },
    { id: "date", header: "Date", width: "w-29", cell: day },
    {
      id: "theirs",
      header: "Original total",
      align: "right",
      width: "w-28",
      cell: original,
    },
    { id: "ours", header: "Total here", align: "right", width: "w-26", cell: ({ ours }) => money(ours) },
    { id: "outcome", header: "What happens", width: "w-32", cell: badge },
    { id: "says", header: "Details", cell: ({ says }) => says },
  ];
  return (
    <section aria-label="Quotes and invoices" className="flex min-w-0 flex-col gap-3">
      <Segmented
        label="Documents"
        className="self-start"
        value={wanted}
        onValueChange={setChosen}
        options={offered
          .filter(([value, , count]) => value === "all" || count > 0)
          .map(([value, label, count]) => ({ value, label: `${label} ${count.toLocaleString("en-GB")}` }))}
      />
      <Card flush>
        <DataTable
          label="Quotes and invoices in the files"
          rows={shown}
          rowKey={(row) =>
            `${row.kind} ${row.number} ${row.date} ${row.customer} ${papers.rows.indexOf(row)}`
          }
          columns={columns}
          card={(row) => ({
            title: name(row),
            note: row.says || row.customer,
            detail: [row.says ? row.customer : "", day(row)].filter(Boolean).join(" · "),
            amount: original(row),
            status: badge(row),
          })}
        />
        {end ? <div ref={end} aria-hidden className="h-px" /> : null}
      </Card>
      {papers.rows.length < all + leftOut ? (
        <p className="text-quiet text-sm">
          The list shows every difference, everything in another currency and everything that isn’t imported,
          and the first 500 of the rest.
        </p>
      ) : null}
    </section>
  );
}
