import { Banner } from "../../ui/Banner";
import { Card } from "../../ui/Card";
import { SelectField } from "../../ui/SelectField";
import type { DataImportRequest } from "./mutations";

/** How dates are read that may be two days: nobody guesses between April and March. */
export function DateOrderChoice({
  message,
  dates,
  onDates,
}: {
  /** Which dates they are, in a sentence. */
  message: string;
  dates: DataImportRequest["dates"];
  onDates: (dates: DataImportRequest["dates"]) => void;
}) {
  return (
    <Card className="flex flex-col gap-4">
      <Banner tone="amber" title={message} />
      <SelectField
        label="Does the day or the month come first in these dates?"
        className="max-w-sm"
        value={dates}
        options={[
          { value: "", label: "Please choose", disabled: dates !== "" },
          { value: "dayFirst", label: "The day, as in 31/12/2026" },
          { value: "monthFirst", label: "The month, as in 12/31/2026" },
        ]}
        onChange={({ target: { value } }) => onDates(value === "monthFirst" ? "monthFirst" : "dayFirst")}
      />
    </Card>
  );
}
