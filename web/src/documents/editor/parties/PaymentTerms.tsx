import { useState } from "react";
import { todayInLondon } from "../../../rules/calendar";
import { useRules } from "../../../rules/rules";
import { SelectField } from "../../../ui/SelectField";
import { findTermForDueDate, PAYMENT_TERMS } from "../../paymentTerms";

const OTHER_TERM = "other";

/** Sets an invoice's due date by how long its customer has to pay. */
export function PaymentTermsField({
  issueDate,
  dueDate,
  onChange,
}: {
  issueDate: string;
  dueDate: string;
  onChange: (dueDate: string) => void;
}) {
  const rules = useRules();
  // Thirty days are a month now and then: what was chosen last is what it says.
  const [chosen, setChosen] = useState("");
  if (issueDate === "") return null;
  const isChosenTerm = (term: (typeof PAYMENT_TERMS)[number]) =>
    term.value === chosen && rules.dueOn(issueDate, term.count, term.unit) === dueDate;
  const currentTerm = PAYMENT_TERMS.find(isChosenTerm) ?? findTermForDueDate(rules, issueDate, dueDate);
  const isToday = issueDate === todayInLondon();
  return (
    <SelectField
      label="Payment due"
      value={currentTerm?.value ?? OTHER_TERM}
      options={[
        ...PAYMENT_TERMS.map(({ value, label }) => ({
          value,
          label: value === "0d" && isToday ? "Today" : label,
        })),
        // What a date says that is none of these.
        ...(currentTerm ? [] : [{ value: OTHER_TERM, label: "On the due date" }]),
      ]}
      onChange={({ target }) => {
        const term = PAYMENT_TERMS.find(({ value }) => value === target.value);
        setChosen(target.value);
        if (term) onChange(rules.dueOn(issueDate, term.count, term.unit));
      }}
    />
  );
}
