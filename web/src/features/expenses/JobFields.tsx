import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import { searchContacts } from "../../entities/contacts/contact";
import { contactsQuery } from "../../entities/contacts/queries";
import { Combobox } from "../../ui/Combobox";
import { Disclosure } from "../../ui/Disclosure";
import { TextField } from "../../ui/TextField";
import type { ExpenseFormValues } from "./expense";

const MAX_CUSTOMERS = 6;

/** Whom and which job it was for. */
export function ExpenseJobFields({ form }: { form: UseFormReturn<ExpenseFormValues> }) {
  const { register, formState, getValues } = form;
  const { errors } = formState;
  const isFilled = getValues("job") !== "" || getValues("contactId") !== null;
  return (
    <Disclosure
      label="Customer or job"
      hint="Who it was for"
      startsOpen={isFilled}
      forced={Boolean(errors.job ?? errors.contactId)}
    >
      <div className="flex flex-col gap-5">
        <ExpenseCustomerField form={form} />
        <TextField
          label="Job or site"
          optional
          autoComplete="off"
          error={errors.job?.message}
          {...register("job")}
        />
      </div>
    </Disclosure>
  );
}

function ExpenseCustomerField({ form }: { form: UseFormReturn<ExpenseFormValues> }) {
  const { field, fieldState } = useController({ control: form.control, name: "contactId" });
  const contacts = useQuery(contactsQuery).data ?? [];
  // Until something is typed the box shows who it is.
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = contacts.find(({ id }) => id === field.value);
  const text = typed ?? (chosen ? chosen.name || chosen.company : "");
  const found = searchContacts(contacts, text).filter(({ id }) => id !== field.value);
  return (
    <Combobox
      label="Customer"
      optional
      ref={field.ref}
      value={text}
      onValueChange={(next) => {
        setTyped(next);
        field.onChange(null);
      }}
      onBlur={() => {
        field.onBlur();
        // What is no customer is nobody.
        setTyped(null);
      }}
      options={found.slice(0, MAX_CUSTOMERS).map(({ id, name, company, city }) => ({
        id,
        label: name || company,
        hint: [name ? company : "", city].filter(Boolean).join(" · "),
      }))}
      onSelect={({ id }) => {
        setTyped(null);
        field.onChange(id);
      }}
      emptyText="No customer like this"
      error={fieldState.error?.message}
    />
  );
}
