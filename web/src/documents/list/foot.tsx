import type { DocumentList } from "../../api/generated/DocumentList";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { Rules } from "../../rules/rules";
import type { FootRow } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import type { KindWords } from "../kind";

/** What a list comes to: the rows that are shown, and all that it is narrowed to where there are more. */
export function footOf(
  { gbp, sumPounds }: Rules,
  words: KindWords,
  rows: DocumentSummary[],
  list: DocumentList | undefined,
  owed: (row: DocumentSummary) => boolean,
): FootRow[] {
  if (!list) return [];
  const isAll = rows.length >= list.total;
  const shown = {
    label: isAll ? countOf(words, list.total) : `${rows.length} shown`,
    sums: {
      total: <Sum text={gbp(sumPounds(rows.map((row) => row.totalAmount)))} />,
      left: <Sum text={gbp(sumPounds(rows.filter(owed).map((row) => row.balanceDue)))} />,
    },
  };
  if (isAll) return [shown];
  const all = {
    label: `All ${countOf(words, list.total)}`,
    sums: {
      total: <Sum text={gbp(list.totalAmount)} />,
      left: <Sum text={gbp(list.outstanding)} />,
    },
  };
  return [shown, all];
}

function countOf({ name, plural }: KindWords, count: number): string {
  return `${count} ${count === 1 ? name : plural}`;
}

function Sum({ text }: { text: string }) {
  return <Money text={text} className="font-semibold text-ink" />;
}
