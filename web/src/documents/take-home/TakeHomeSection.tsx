import { useQuery } from "@tanstack/react-query";
import { type FormEvent, memo, useEffect, useMemo, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { Invoiced } from "../../api/generated/Invoiced";
import type { TakeHomeRow } from "../../api/generated/TakeHomeRow";
import type { TakeHomeRule } from "../../api/generated/TakeHomeRule";
import { usePlanGuard } from "../../entities/plans/usePlanGuard";
import { type DocumentAdvice, loadAdvice } from "../../rules/advice";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Money } from "../../ui/Money";
import { NumberField } from "../../ui/NumberField";
import { calculateMargins, type DocumentCosts, hasCosts } from "../margin/MarginSection";
import { taxPotQuery, useSaveTaxPot, vatBusinessesQuery } from "./queries";

/** Core's default, until the account's own percentage has loaded. */
const DEFAULT_TAX_POT = "20";

/** Why an amount is deducted, with HMRC's page if there is one. */
const RULE_TEXTS: Record<TakeHomeRule, { label: string; why: string; rule?: string }> = {
  cis: {
    label: "CIS",
    why: "Your customer pays this to HMRC for you",
    rule: "https://www.gov.uk/what-you-must-do-as-a-cis-subcontractor",
  },
  vat: {
    label: "VAT",
    why: "Goes to HMRC, less what you reclaim",
    rule: "https://www.gov.uk/charge-reclaim-record-vat",
  },
  materials: {
    label: "Materials",
    why: "The total of your cost prices",
  },
  taxPot: {
    label: "Tax pot",
    why: "Put aside for Income Tax and National Insurance",
    rule: "https://www.gov.uk/income-tax-rates",
  },
};

/** Used instead of the VAT texts if the business uses the flat rate scheme. */
const FLAT_RATE_TEXTS = {
  why: "Of the total with VAT, at your flat rate",
  rule: "https://www.gov.uk/vat-flat-rate-scheme",
};

/**
 * What the business keeps of a document: its total less CIS, VAT, the cost of materials and the amount set
 * aside for tax. Only the business sees it. For a job's final invoice it covers the whole job, as do its
 * lines and margin.
 */
export const TakeHomeSection = memo(function TakeHomeSection({
  document,
  profileId,
  total: ownTotal,
  cis,
  vat,
}: {
  /** The income and the known deductions, in pounds as in the API. */
  total: string;
  cis: string;
  vat: string;
  /** The lines with their costs, and the earlier invoices of the job. */
  document: DocumentCosts & { invoiced?: readonly Invoiced[] };
  profileId: string | null;
}) {
  const earlierInvoices = document.invoiced ?? [];
  const title = earlierInvoices.length > 0 ? "What you keep of the whole job" : "What you keep";
  const rules = useRules();
  const { gbp, percent } = rules;
  const materials = useMemo(
    () => (hasCosts(document) ? calculateMargins(rules, document, false).overall?.cost : null) ?? "0.00",
    [rules, document],
  );
  const [advice, setAdvice] = useState<DocumentAdvice | null>(null);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const writing = usePlanGuard("reports");
  const pot = useQuery(taxPotQuery).data?.percentage ?? DEFAULT_TAX_POT;
  const businesses = useQuery({
    ...vatBusinessesQuery,
    enabled: vat !== "0.00" || earlierInvoices.length > 0,
  }).data;
  const flat = businesses?.find(({ id }) => id === profileId)?.flatPercent ?? "";
  useEffect(() => {
    // Offline and never loaded: the rest works without it.
    loadAdvice().then(setAdvice, () => null);
  }, []);
  if (!advice) return null;
  const { total, rows, kept } = advice.calculateTakeHome(
    { total: ownTotal, cis, vat, materials, flat, pot },
    earlierInvoices,
  );
  if (total === "0.00") return null;
  const isUnderCis = rows.some(({ rule, amount }) => rule === "cis" && amount !== "0.00");
  const isDisplayed = ({ rule, amount }: TakeHomeRow) => rule === "taxPot" || amount !== "0.00";
  return (
    <section aria-label={title} className="mt-4 rounded-md bg-canvas p-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold text-ink">
        {title}
        <Money text={gbp(kept)} className="ml-auto" />
      </p>
      <ul className="mt-2 grid gap-2 text-quiet">
        {rows.filter(isDisplayed).map(({ rule, amount }) => {
          const texts = rule === "vat" && flat ? { ...RULE_TEXTS.vat, ...FLAT_RATE_TEXTS } : RULE_TEXTS[rule];
          const share = rule === "taxPot" ? pot : rule === "vat" ? flat : "";
          const isOnTopOfCis = rule === "taxPot" && isUnderCis;
          return (
            <li key={rule}>
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                {texts.rule ? (
                  <a
                    href={texts.rule}
                    target="_blank"
                    rel="noreferrer"
                    className="-my-3 inline-flex min-h-11 min-w-11 items-center text-ink underline underline-offset-4"
                  >
                    {texts.label}
                    {share ? ` ${percent(share)}` : ""}
                  </a>
                ) : (
                  <span className="text-ink">{texts.label}</span>
                )}
                <Money text={`-${gbp(amount)}`} className="ml-auto" />
              </span>
              {isOnTopOfCis ? `${texts.why}, on top of CIS deductions` : texts.why}
            </li>
          );
        })}
      </ul>
      <Button variant="quiet" className="-mb-2 -ml-3 px-3!" onClick={writing(() => setDialogOpen(true))}>
        Change the tax pot
      </Button>
      {isDialogOpen ? <TaxPotDialog percentage={pot} onClose={() => setDialogOpen(false)} /> : null}
    </section>
  );
});

/** Sets the percentage that is set aside for tax. */
export function TaxPotDialog({ percentage, onClose }: { percentage: string; onClose: () => void }) {
  const [typed, setTyped] = useState(percentage);
  const saveTaxPot = useSaveTaxPot();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saveTaxPot.mutate(typed, { onSuccess: onClose });
  };
  const { error } = saveTaxPot;
  const fieldError =
    error instanceof ApiError ? error.errors.find(({ path }) => path === "percentage")?.msg : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Your tax pot"
      description="What you put aside for tax, out of the total without VAT. CIS deductions count towards it. It’s your choice: no money moves."
      footer={
        <Button type="submit" form="pot" variant="primary" busy={saveTaxPot.isPending} busyLabel="Saving…">
          Save
        </Button>
      }
    >
      <form id="pot" onSubmit={submit} noValidate>
        <NumberField
          label="Put aside"
          suffix="%"
          value={typed}
          onValueChange={setTyped}
          error={fieldError ?? (error ? getErrorMessage(error) : undefined)}
          className="w-40"
        />
      </form>
    </Dialog>
  );
}
