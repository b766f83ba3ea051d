import type { DisplayedVariation } from "../../api/generated/DisplayedVariation";
import { Money } from "../../ui/Money";

/** The terms of a variation: what was agreed, what it adds or leaves out, and the new total of the job. */
export function VariationNote({
  variation,
  vat,
}: {
  variation: DisplayedVariation;
  /** The text about the VAT in its amounts; omitted where there is no VAT. */
  vat?: string;
}) {
  return (
    <div className="rounded-md bg-canvas p-3">
      <p className="font-medium text-ink text-sm">
        {variation.title}
        {/* Once for all amounts, because there are several. */}
        {vat && <span className="font-normal text-quiet">{` (amounts ${vat})`}</span>}
      </p>
      <dl className="mt-1 grid gap-1 text-sm">
        {variation.rows.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-quiet">{label}</dt>
            <dd className="ml-auto font-medium text-ink">
              <Money text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
