import type { CreditPreview } from "../../../api/generated/CreditPreview";
import { useRules } from "../../../rules/rules";
import { Money } from "../../../ui/Money";

/** What a credit note would come to, and what it leaves of its invoice. */
export function CreditPreviewTotals({
  preview,
  requestedAmount,
}: {
  preview: CreditPreview;
  requestedAmount: string | null;
}) {
  const { gbp } = useRules();
  const { totals } = preview;
  const rows: [string, string, boolean?][] = [
    ["VAT included", totals.vatAmount],
    ["CIS deduction included", totals.cisDeduction],
    ["Left to pay", preview.balanceAfter, true],
    ["To refund", preview.toGiveBack],
  ];
  return (
    <section aria-label="Totals" aria-live="polite" className="rounded-lg bg-canvas p-4">
      <div className="flex items-baseline justify-between gap-4">
        <span className="font-medium text-ink">Credit note</span>
        <Money text={gbp(totals.totalAmount)} className="font-semibold text-ink text-xl" />
      </div>
      <dl className="mt-2 grid gap-1 text-sm">
        {rows
          .filter(([, amount, always]) => always || Number(amount) !== 0)
          .map(([label, amount]) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-quiet">{label}</dt>
              <dd>
                <Money text={gbp(amount)} />
              </dd>
            </div>
          ))}
      </dl>
      {!preview.isExact && requestedAmount !== null && (
        <p className="mt-2 text-sm">
          {`With VAT it can’t come to exactly ${gbp(requestedAmount)}. This is the nearest.`}
        </p>
      )}
    </section>
  );
}
