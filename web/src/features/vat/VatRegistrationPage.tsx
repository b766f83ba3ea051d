import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { useNavigate, useParams } from "react-router";
import type { VatBusiness } from "../../api/generated/VatBusiness";
import { FormPage } from "../../entities/forms/FormPage";
import { RecordForm } from "../../entities/forms/RecordForm";
import { useRecordForm } from "../../entities/forms/useRecordForm";
import { todayInLondon } from "../../rules/calendar";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { FormDateField, FormSelectField, requireDate } from "../../ui/form-fields";
import { IconButton } from "../../ui/IconButton";
import { ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { useSaveVatRegistration, vatBusinessesQuery } from "./queries";
import {
  ACCOUNTING_METHODS,
  MONTH_CHOICES,
  PERIOD_CHOICES,
  toRegistrationValues,
  toVatRegistration,
} from "./registration";

/** When a business was registered for VAT, its periods, and how it accounts. */
export function VatRegistrationPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const query = useQuery(vatBusinessesQuery);
  const business = query.data?.find((one) => one.id === id);
  const back = `/vat?business=${id}`;
  return (
    <FormPage
      title="VAT registration"
      subtitle={business?.name}
      back={{ to: back, label: "VAT return" }}
      record={{
        query,
        errorTitle: "This business could not be loaded",
        isAbsent: query.isSuccess && !query.isFetching,
        absent: (
          <ErrorState
            title="This business could not be loaded"
            message="It may have been deleted."
            onRetry={() => void query.refetch()}
            link={{ to: back, label: "Open the VAT return" }}
          />
        ),
      }}
    >
      {business && (
        <VatRegistrationForm
          business={business}
          onSaved={() => {
            toast({ title: "Registration saved", tone: "good" });
            navigate(back);
          }}
        />
      )}
    </FormPage>
  );
}

function VatRegistrationForm({ business, onSaved }: { business: VatBusiness; onSaved: () => void }) {
  const saveRegistration = useSaveVatRegistration(business.id);
  const { form, saving } = useRecordForm({
    recordName: "registration",
    values: toRegistrationValues(business.registration),
    fields: ["from", "until", "annualEndsIn"],
    write: (_, typed) =>
      saveRegistration.mutateAsync(toVatRegistration(typed, business.registration?.version ?? 0)),
    toValues: ({ registration }) => toRegistrationValues(registration),
    onSaved,
  });
  const { control, watch } = form;
  const schemes = useFieldArray({ control, name: "schemes" });
  return (
    <RecordForm saving={saving} saveLabel="Save">
      {business.number ? null : (
        <Banner tone="amber">This business has no VAT number yet: add it to its profile.</Banner>
      )}
      <Card>
        <div className="flex flex-col gap-5">
          <FormDateField
            control={control}
            name="from"
            label="Registered from"
            validate={requireDate}
            help="The effective date on your VAT certificate."
          />
          <FormDateField control={control} name="until" label="Registered until" optional />
          <FormSelectField control={control} name="periods" label="Periods" options={PERIOD_CHOICES} />
          {watch("periods") === "annual" ? (
            <FormSelectField
              control={control}
              name="annualEndsIn"
              label="The year ends in"
              options={MONTH_CHOICES}
            />
          ) : null}
        </div>
      </Card>
      <Card title="How you account" hint="By invoices, unless you’ve chosen another scheme.">
        <div className="flex flex-col gap-5">
          {schemes.fields.map((one, at) => (
            <div key={one.id} className="flex flex-wrap items-end gap-3">
              <FormDateField
                control={control}
                name={`schemes.${at}.from`}
                label="From"
                validate={requireDate}
              />
              <FormSelectField
                control={control}
                name={`schemes.${at}.way`}
                label="Method"
                className="min-w-0 flex-1 basis-60"
                options={ACCOUNTING_METHODS}
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
    </RecordForm>
  );
}
