import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getErrorMessage } from "../../api/errors";
import type { TaxReturn } from "../../api/generated/TaxReturn";
import { buildFileUrl } from "../../api/requests";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DownloadMenu } from "../../ui/ReportActions";
import { ListSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { SegmentedControl } from "../../ui/Tabs";
import { useSearchParams } from "../../ui/useSearchParams";
import { getRecordsPath, parseReturnPages, type ReturnPages, returnQuery } from "./queries";
import { TaxFigures } from "./TaxFigures";

/** The self-employment pages of the tax return: each box opens the records behind it. */
export function TaxReturnCard({ year, trade }: { year: string; trade: string | undefined }) {
  const [params, setParams] = useSearchParams();
  const pages = parseReturnPages(params.get("pages"));
  const { data, error, isFetching, refetch } = useQuery(returnQuery(year, pages, trade));
  const getFileUrl = (as: "csv" | "xlsx" | "pdf") =>
    buildFileUrl("/api/income-tax/{year}/return/file", { params: { year }, query: { pages, trade, as } });
  return (
    <Card
      title="Tax return"
      hint="The self-employment pages, to the penny. The form itself takes whole pounds."
      flush
      action={
        <DownloadMenu
          files={[
            { label: "PDF", file: getFileUrl("pdf") },
            { label: "Spreadsheet", note: "With the records behind each box", file: getFileUrl("xlsx") },
            { label: "CSV", file: getFileUrl("csv") },
          ]}
        />
      }
    >
      <div className="px-4 py-3 md:px-5 print:hidden">
        <SegmentedControl
          label="Pages"
          value={pages}
          onValueChange={(next: ReturnPages) =>
            setParams(
              { ...(next === "short" && { pages: next }), ...(trade !== undefined && { trade }) },
              { replace: true, preventScrollReset: true },
            )
          }
          options={[
            { value: "full", label: "Full (SA103F)" },
            { value: "short", label: "Short (SA103S)" },
          ]}
        />
      </div>
      {data ? (
        <TaxReturnBoxes year={year} pages={pages} trade={trade} taxReturn={data} />
      ) : error && !isFetching ? (
        <ErrorState
          title="The return could not be worked out"
          message={getErrorMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Card>
  );
}

function TaxReturnBoxes({
  year,
  pages,
  trade,
  taxReturn,
}: {
  year: string;
  pages: ReturnPages;
  trade: string | undefined;
  taxReturn: TaxReturn;
}) {
  const { gbp } = useRules();
  const [showsAll, setShowsAll] = useState(false);
  const filled = taxReturn.boxes.filter(({ amount, records }) => Number(amount) !== 0 || records > 0);
  const visibleBoxes = showsAll || filled.length === 0 ? taxReturn.boxes : filled;
  const hidden = taxReturn.boxes.length - filled.length;
  return (
    <>
      <TaxFigures
        label={taxReturn.form}
        codeHeader="Box"
        codeWidth="w-16"
        rows={visibleBoxes.map((box) => ({
          id: String(box.number),
          code: String(box.number),
          label: box.label,
          amount: box.amount,
          confirmed: box.confirmed,
          isSum: box.of.length > 0,
          to: getRecordsPath(year, { of: "return", pages, box: box.number, trade }),
        }))}
      />
      <div className="grid gap-2 border-line border-t px-4 py-4 text-quiet text-sm md:px-5">
        <p>
          {`Taxed, before allowances for tools and vans, and losses: `}
          <strong className="text-ink">{gbp(taxReturn.profit)}</strong>
        </p>
        {taxReturn.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {taxReturn.leftOut.map(({ sentence, records }) => (
          <p key={sentence}>
            {`${records} ${records === 1 ? "record does" : "records do"} not count. ${sentence}`}
          </p>
        ))}
        {hidden > 0 && filled.length > 0 ? (
          <Button
            variant="quiet"
            className="-ml-3 justify-self-start print:hidden"
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? "Hide empty boxes" : `Show ${hidden} empty ${hidden === 1 ? "box" : "boxes"}`}
          </Button>
        ) : null}
      </div>
    </>
  );
}
