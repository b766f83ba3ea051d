import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { fileAddress } from "../../api/calls";
import { errorMessage } from "../../api/errors";
import type { TaxReturn } from "../../api/generated/TaxReturn";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Files } from "../../ui/Files";
import { ListSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { Segmented } from "../../ui/Tabs";
import { Figures } from "./Figures";
import { asPages, placeOf } from "./places";
import { type FormPages, returnQuery } from "./queries";

/** The self-employment pages of the tax return: each box opens the records behind it. */
export function ReturnCard({ year, trade }: { year: string; trade: string | undefined }) {
  const [params, setParams] = useSearchParams();
  const pages = asPages(params.get("pages"));
  const { data, error, isFetching, refetch } = useQuery(returnQuery(year, pages, trade));
  const file = (as: "csv" | "xlsx" | "pdf") =>
    fileAddress("/api/income-tax/{year}/return/file", { params: { year }, query: { pages, trade, as } });
  return (
    <Card
      title="Tax return"
      hint="The self-employment pages, to the penny. The form itself takes whole pounds."
      flush
      action={
        <Files
          files={[
            { label: "PDF", file: file("pdf") },
            { label: "Spreadsheet", note: "With the records behind each box", file: file("xlsx") },
            { label: "CSV", file: file("csv") },
          ]}
        />
      }
    >
      <div className="px-4 py-3 md:px-5 print:hidden">
        <Segmented
          label="Pages"
          value={pages}
          onValueChange={(next: FormPages) =>
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
        <Boxes year={year} pages={pages} trade={trade} told={data} />
      ) : error && !isFetching ? (
        <ErrorState
          title="The return could not be worked out"
          message={errorMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Card>
  );
}

function Boxes({
  year,
  pages,
  trade,
  told,
}: {
  year: string;
  pages: FormPages;
  trade: string | undefined;
  told: TaxReturn;
}) {
  const { gbp } = useRules();
  const [all, setAll] = useState(false);
  const filled = told.boxes.filter(({ amount, records }) => Number(amount) !== 0 || records > 0);
  const shown = all || filled.length === 0 ? told.boxes : filled;
  const hidden = told.boxes.length - filled.length;
  return (
    <>
      <Figures
        label={told.form}
        codeHeader="Box"
        codeWidth="w-16"
        rows={shown.map((box) => ({
          id: String(box.number),
          code: String(box.number),
          label: box.label,
          amount: box.amount,
          confirmed: box.confirmed,
          isSum: box.of.length > 0,
          to: placeOf(year, { of: "return", pages, box: box.number, trade }),
        }))}
      />
      <div className="grid gap-2 border-line border-t px-4 py-4 text-quiet text-sm md:px-5">
        <p>
          {`Taxed, before allowances for tools and vans, and losses: `}
          <strong className="text-ink">{gbp(told.profit)}</strong>
        </p>
        {told.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {told.leftOut.map(({ sentence, records }) => (
          <p key={sentence}>
            {`${records} ${records === 1 ? "record does" : "records do"} not count. ${sentence}`}
          </p>
        ))}
        {hidden > 0 && filled.length > 0 ? (
          <Button
            variant="quiet"
            className="-ml-3 justify-self-start print:hidden"
            onClick={() => setAll(!all)}
          >
            {all ? "Hide empty boxes" : `Show ${hidden} empty ${hidden === 1 ? "box" : "boxes"}`}
          </Button>
        ) : null}
      </div>
    </>
  );
}
