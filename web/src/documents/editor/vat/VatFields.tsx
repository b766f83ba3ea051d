import { memo } from "react";
import type { Treatment } from "../../../api/generated/Treatment";
import { NumberField } from "../../../ui/NumberField";
import { SelectField } from "../../../ui/SelectField";
import type { DocumentDraft } from "../draft/draft";

const TREATMENT_OPTIONS: { value: Treatment; label: string }[] = [
  { value: "taxable", label: "Charged" },
  { value: "reverseCharge", label: "Reverse charge" },
  { value: "exempt", label: "Exempt" },
  { value: "outsideScope", label: "No VAT (not registered)" },
];

/** How the document stands to VAT, and its rate, beside the sums that they change. */
export const VatFields = memo(function VatFields({
  treatment,
  rate,
  setFields,
  error,
}: {
  treatment: Treatment;
  rate: string;
  setFields: (patch: Partial<Omit<DocumentDraft, "items">>) => void;
  error: string | undefined;
}) {
  const hasRate = treatment === "taxable" || treatment === "reverseCharge";
  return (
    <div>
      <div className="flex items-start gap-3">
        <SelectField
          label="VAT"
          options={TREATMENT_OPTIONS}
          value={treatment}
          onChange={(event) => {
            const chosen = TREATMENT_OPTIONS.find(({ value }) => value === event.target.value);
            if (chosen) setFields({ vatTreatment: chosen.value });
          }}
          className="min-w-0 flex-1 sm:max-w-56"
        />
        {(hasRate || error) && (
          <NumberField
            id="tax"
            label="VAT rate"
            suffix="%"
            placeholder="0"
            value={rate}
            onValueChange={(tax) => setFields({ tax })}
            error={error}
            className="w-32"
          />
        )}
      </div>
      {treatment === "reverseCharge" && (
        <p className="mt-2 text-quiet text-sm">
          Your customer pays the VAT to HMRC: it is shown but not charged. For construction work between
          businesses that are registered for VAT and CIS.
        </p>
      )}
    </div>
  );
});
