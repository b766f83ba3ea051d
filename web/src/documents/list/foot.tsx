import type { DocumentList } from "../../api/generated/DocumentList";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { Rules } from "../../rules/rules";
import type { FootRow } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import type { KindInfo } from "../kind";

/** What a list comes to: the rows that are shown, and all that it is narrowed to where there are more. */
export function buildFooterRows(
  { gbp, sumPounds }: Rules,
  kindInfo: KindInfo,
  rows: DocumentSummary[],
  list: DocumentList | undefined,
  isRowOwed: (row: DocumentSummary) => boolean,
): FootRow[] {
  if (!list) return [];
  const isAll = rows.length >= list.total;
  const shownRow = {
    label: isAll ? formatRowCount(kindInfo, list.total) : `${rows.length} shown`,
    sums: {
      total: <FooterAmount text={gbp(sumPounds(rows.map((row) => row.totalAmount)))} />,
      left: <FooterAmount text={gbp(sumPounds(rows.filter(isRowOwed).map((row) => row.balanceDue)))} />,
    },
  };
  if (isAll) return [shownRow];
  const allRow = {
    label: `All ${formatRowCount(kindInfo, list.total)}`,
    sums: {
      total: <FooterAmount text={gbp(list.totalAmount)} />,
      left: <FooterAmount text={gbp(list.outstanding)} />,
    },
  };
  return [shownRow, allRow];
}

function formatRowCount({ name, plural }: KindInfo, count: number): string {
  return `${count} ${count === 1 ? name : plural}`;
}

function FooterAmount({ text }: { text: string }) {
  return <Money text={text} className="font-semibold text-ink" />;
}
