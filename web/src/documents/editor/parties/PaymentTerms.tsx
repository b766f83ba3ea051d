import { useState } from "react";
import { todayInLondon } from "../../../rules/calendar";
import { useRules } from "../../../rules/rules";
import { SelectField } from "../../../ui/SelectField";
import { TERMS, termOf } from "../../paymentTerms";

const OTHER = "other";

/** Sets an invoice's due date by how long its customer has to pay. */
export function PaymentTerms({
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
  const isChosen = (term: (typeof TERMS)[number]) =>
    term.value === chosen && rules.dueOn(issueDate, term.count, term.unit) === dueDate;
  const at = TERMS.find(isChosen) ?? termOf(rules, issueDate, dueDate);
  const isToday = issueDate === todayInLondon();
  return (
    <SelectField
      label="Payment due"
      value={at?.value ?? OTHER}
      options={[
        ...TERMS.map(({ value, label }) => ({ value, label: value === "0d" && isToday ? "Today" : label })),
        // What a date says that is none of these.
        ...(at ? [] : [{ value: OTHER, label: "On the due date" }]),
      ]}
      onChange={({ target }) => {
        const term = TERMS.find(({ value }) => value === target.value);
        setChosen(target.value);
        if (term) onChange(rules.dueOn(issueDate, term.count, term.unit));
      }}
    />
  );
}
