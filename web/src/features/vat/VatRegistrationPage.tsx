import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { Controller, useFieldArray, useForm } from "react-hook-form";
import { useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { VatBusiness } from "../../api/generated/VatBusiness";
import { useFormSave } from "../../api/useFormSave";
import { todayInLondon } from "../../rules/calendar";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DateField } from "../../ui/DateField";
import { LeaveGuard } from "../../ui/form-guards";
import { IconButton } from "../../ui/IconButton";
import { ActionBar, Page, PageHeader } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { FormSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { useSaveVatRegistration, vatBusinessesQuery } from "./queries";
import {
  ACCOUNTING_METHODS,
  MONTH_CHOICES,
  PERIOD_CHOICES,
  type RegistrationValues,
  toRegistrationValues,
  toVatRegistration,
} from "./registration";

/** When a business was registered for VAT, its periods, and how it accounts. */
export function VatRegistrationPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(vatBusinessesQuery);
  const business = data?.find((one) => one.id === id);
  const back = `/vat?business=${id}`;
  return (
    <Page width="narrow">
      <title>VAT registration · Plumbline</title>
      <PageHeader
        title="VAT registration"
        subtitle={business?.name}
        back={{ to: back, label: "VAT return" }}
      />
      {business ? (
        <VatRegistrationForm
          business={business}
          onSaved={() => {
            toast({ title: "Registration saved", tone: "good" });
            navigate(back);
          }}
        />
      ) : (
        <Card>
          {(error || data) && !isFetching ? (
            <ErrorState
              title="This business could not be loaded"
              message={error ? getErrorMessage(error) : "It may have been deleted."}
              onRetry={() => void refetch()}
              link={(!error || isStatus(error, 404)) && { to: back, label: "Open the VAT return" }}
            />
          ) : (
            <FormSkeleton />
          )}
        </Card>
      )}
    </Page>
  );
}

function VatRegistrationForm({ business, onSaved }: { business: VatBusiness; onSaved: () => void }) {
  const saveRegistration = useSaveVatRegistration(business.id);
  const form = useForm<RegistrationValues>({ defaultValues: toRegistrationValues(business.registration) });
  const { control, watch, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const schemes = useFieldArray({ control, name: "schemes" });
  const { save, problem } = useFormSave({
    recordName: "registration",
    form,
    fields: ["from", "until", "annualEndsIn"],
    write: (_, typed) =>
      saveRegistration.mutateAsync(toVatRegistration(typed, business.registration?.version ?? 0)),
    onSaved: (saved) => {
      form.reset(toRegistrationValues(saved.registration));
      onSaved();
    },
  });
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <LeaveGuard when={isDirty && !isSubmitting} />
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      {business.number ? null : (
        <Banner tone="amber">This business has no VAT number yet: add it to its profile.</Banner>
      )}
      <Card>
        <div className="flex flex-col gap-5">
          <Controller
            control={control}
            name="from"
            rules={{ validate: (day) => day !== "" || "Enter the date." }}
            render={({ field }) => (
              <DateField
                label="Registered from"
                name="from"
                ref={field.ref}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                help="The effective date on your VAT certificate."
                error={errors.from?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="until"
            render={({ field }) => (
              <DateField
                label="Registered until"
                optional
                name="until"
                ref={field.ref}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                error={errors.until?.message}
              />
            )}
          />
          <SelectField label="Periods" options={PERIOD_CHOICES} {...form.register("periods")} />
          {watch("periods") === "annual" ? (
            <SelectField
              label="The year ends in"
              options={MONTH_CHOICES}
              error={errors.annualEndsIn?.message}
              {...form.register("annualEndsIn")}
            />
          ) : null}
        </div>
      </Card>
      <Card title="How you account" hint="By invoices, unless you’ve chosen another scheme.">
        <div className="flex flex-col gap-5">
          {schemes.fields.map((one, at) => (
            <div key={one.id} className="flex flex-wrap items-end gap-3">
              <Controller
                control={control}
                name={`schemes.${at}.from`}
                rules={{ validate: (day) => day !== "" || "Enter the date." }}
                render={({ field, fieldState }) => (
                  <DateField
                    label="From"
                    name={field.name}
                    ref={field.ref}
                    value={field.value}
                    onValueChange={field.onChange}
                    onBlur={field.onBlur}
                    error={fieldState.error?.message}
                  />
                )}
              />
              <SelectField
                label="Method"
                className="min-w-0 flex-1 basis-60"
                options={ACCOUNTING_METHODS}
                {...form.register(`schemes.${at}.way`)}
              />
              <IconButton
                label="Remove this method"
                icon={<Trash2 aria-hidden size={18} strokeWidth={1.75} />}
                className="text-quiet"
                onClick={() => schemes.remove(at)}
              />
            </div>
          ))}
          <Button
            icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
            className="self-start"
            onClick={() => schemes.append({ from: watch("from") || todayInLondon(), way: "payments" })}
          >
            Another method
          </Button>
        </div>
      </Card>
      <ActionBar>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving…">
          Save
        </Button>
      </ActionBar>
    </form>
  );
}
