import { Plus, Trash2 } from "lucide-react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/TextField";
import { AddressFields } from "../addresses/AddressFields";
import { type ContactInput, createEmptySite } from "./contact";

/** As many as the server keeps of one customer. */
const MAX_SITES = 50;

/** The places where this customer's jobs are, each with a name and an address. */
export function SiteFields({ form }: { form: UseFormReturn<ContactInput> }) {
  const { register, control, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "sites" });
  return (
    <div className="flex flex-col gap-4">
      {fields.map((field, at) => {
        const errors = formState.errors.sites?.[at];
        return (
          <fieldset key={field.id} className="rounded-lg border border-line p-4">
            <legend className="sr-only">{`Job address ${at + 1}`}</legend>
            <div className="mb-3 flex items-center justify-between gap-3">
              <span aria-hidden className="font-semibold text-ink">{`Job address ${at + 1}`}</span>
              <Button variant="quiet" onClick={() => remove(at)} aria-label={`Remove job address ${at + 1}`}>
                <Trash2 aria-hidden size={18} strokeWidth={1.75} />
                Remove
              </Button>
            </div>
            <div className="flex flex-col gap-4">
              <TextField
                label="What you call it"
                optional
                autoComplete="off"
                placeholder="The rental"
                error={errors?.name?.message}
                {...register(`sites.${at}.name`)}
              />
              <AddressFields
                bind={(name) => register(`sites.${at}.${name as "city"}`)}
                errors={errors ?? {}}
              />
            </div>
          </fieldset>
        );
      })}
      {fields.length < MAX_SITES ? (
        <Button className="self-start" onClick={() => append(createEmptySite())}>
          <Plus aria-hidden size={20} strokeWidth={1.75} />
          {fields.length === 0 ? "Add a job address" : "Add another job address"}
        </Button>
      ) : null}
    </div>
  );
}
