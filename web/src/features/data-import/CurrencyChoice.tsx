import { Banner } from "../../ui/Banner";
import { Card } from "../../ui/Card";
import { SelectField } from "../../ui/SelectField";
import type { DataImportRequest } from "./mutations";

/** What becomes of amounts in another currency: nobody takes them for pounds without saying so. */
export function ForeignCurrencyChoice({
  message,
  currency,
  onCurrency,
}: {
  /** What is in another currency, in a sentence. */
  message: string;
  currency: DataImportRequest["currency"];
  onCurrency: (currency: DataImportRequest["currency"]) => void;
}) {
  return (
    <Card className="flex flex-col gap-4">
      <Banner tone="amber" title={message}>
        We don’t convert amounts. Imported as pounds, 100.00 becomes £100.00.
      </Banner>
      <SelectField
        label="What should happen to these amounts?"
        className="max-w-sm"
        value={currency}
        options={[
          { value: "", label: "Please choose", disabled: currency !== "" },
          { value: "leave", label: "Leave them out" },
          { value: "pounds", label: "Import them as pounds, unchanged" },
        ]}
        onChange={({ target: { value } }) => onCurrency(value === "pounds" ? "pounds" : "leave")}
      />
    </Card>
  );
}
