import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useLocation, useNavigate, useParams } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { TaxChoices } from "../../api/generated/TaxChoices";
import { useFormSave } from "../../api/useFormSave";
import { formatTaxYear } from "../../rules/periods";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { LeaveGuard } from "../../ui/form-guards";
import { FormNumberField } from "../../ui/NumberField";
import { ActionBar, Page, PageHeader } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { FormSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { choicesQuery, useSaveTaxChoices } from "./queries";
import {
  BASIS_OPTIONS,
  BUSINESS_OPTIONS,
  listTaxMonthLabels,
  QUARTER_OPTIONS,
  type TaxChoicesFormValues,
  toTaxChoices,
  toTaxChoicesForm,
  VEHICLE_COST_OPTIONS,
} from "./tax-choices";

/** The choices for a tax year, which also apply to later years until changed. */
export function TaxChoicesPage() {
  const { year = "" } = useParams();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(choicesQuery(year));
  const back = `/income-tax/${year}`;
  return (
    <Page width="narrow">
      <title>{`Tax settings ${formatTaxYear(year)} · Plumbline`}</title>
      <PageHeader
        title={`Tax settings ${formatTaxYear(year)}`}
        subtitle="Also applies to later years, until you change it."
        back={{ to: back, label: "Income Tax" }}
      />
      {data ? (
        <TaxChoicesForm
          year={year}
          choices={data.choices}
          onSaved={() => {
            toast({ title: "Saved", tone: "good" });
            navigate(back);
          }}
        />
      ) : (
        <Card>
          {error && !isFetching ? (
            <ErrorState
              title="The tax year could not be loaded"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <FormSkeleton />
          )}
        </Card>
      )}
    </Page>
  );
}

function TaxChoicesForm({
  year,
  choices,
  onSaved,
}: {
  year: string;
  choices: TaxChoices;
  onSaved: (saved: TaxChoices) => void;
}) {
  const saveChoices = useSaveTaxChoices(year);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const form = useForm<TaxChoicesFormValues>({ defaultValues: toTaxChoicesForm(choices) });
  const { register, control, watch, formState } = form;
  const { isSubmitting, isDirty } = formState;
  const { save, problem } = useFormSave({
    recordName: "tax year",
    form,
    fields: ["privateShare", "elsewhere"],
    write: (_, typed) => saveChoices.mutateAsync(toTaxChoices(typed)),
    onSaved: (saved) => {
      form.reset(toTaxChoicesForm(saved));
      onSaved(saved);
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
      <Card>
        <div className="flex flex-col gap-5">
          <SelectField label="Business" options={BUSINESS_OPTIONS} {...register("business")} />
          <SelectField
            label="Accounting"
            options={BASIS_OPTIONS}
            help="The cash basis is the default from 2024/25."
            {...register("basis")}
          />
          <SelectField
            label="Quarters end"
            options={QUARTER_OPTIONS}
            help="Choose month end only if you’ve told HMRC."
            {...register("quarters")}
          />
        </div>
      </Card>
      <Card title="Vehicles">
        <div className="flex flex-col gap-5">
          <SelectField
            label="How you claim"
            options={VEHICLE_COST_OPTIONS}
            help="Once you claim the mileage rate for a vehicle, you have to stick with it."
            {...register("vehicles")}
          />
          {watch("vehicles") === "actual" ? (
            <FormNumberField
              control={control}
              name="privateShare"
              label="Private use"
              optional
              suffix="%"
              placeholder="0"
              className="sm:max-w-56"
              help="For costs without their own private share."
            />
          ) : null}
        </div>
      </Card>
      <Card
        title="Working from home"
        hint="Full hours in each month. 25 to 50 hours give £10, 51 to 100 give £18, more give £26."
      >
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-4 sm:grid-cols-3">
          {listTaxMonthLabels(year).map((label, at) => (
            <FormNumberField
              key={label}
              control={control}
              name={`homeHours.${at}.hours`}
              label={label}
              whole
              placeholder="0"
            />
          ))}
        </div>
      </Card>
      <Card id="elsewhere" title="Turnover from elsewhere">
        <FormNumberField
          control={control}
          name="elsewhere"
          label="In this tax year"
          optional
          prefix="£"
          placeholder="0.00"
          className="sm:max-w-72"
          help="Rent, another business, or anything not in Plumbline; 0 if there was none. We only use it to work out whether Making Tax Digital applies."
        />
      </Card>
      <ActionBar>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving…">
          Save
        </Button>
      </ActionBar>
    </form>
  );
}
