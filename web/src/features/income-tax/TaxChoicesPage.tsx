import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { TaxChoices } from "../../api/generated/TaxChoices";
import { FormPage } from "../../entities/forms/FormPage";
import { RecordForm } from "../../entities/forms/RecordForm";
import { useRecordForm } from "../../entities/forms/useRecordForm";
import { formatTaxYear } from "../../rules/periods";
import { Card } from "../../ui/Card";
import { FormNumberField, FormSelectField } from "../../ui/form-fields";
import { toast } from "../../ui/toast";
import { choicesQuery, useSaveTaxChoices } from "./queries";
import {
  BASIS_OPTIONS,
  BUSINESS_OPTIONS,
  listTaxMonthLabels,
  QUARTER_OPTIONS,
  toTaxChoices,
  toTaxChoicesForm,
  VEHICLE_COST_OPTIONS,
} from "./tax-choices";

/** The choices for a tax year, which also apply to later years until changed. */
export function TaxChoicesPage() {
  const { year = "" } = useParams();
  const navigate = useNavigate();
  const query = useQuery(choicesQuery(year));
  const back = `/income-tax/${year}`;
  return (
    <FormPage
      title={`Tax settings ${formatTaxYear(year)}`}
      subtitle="Also applies to later years, until you change it."
      back={{ to: back, label: "Income Tax" }}
      record={{ query, errorTitle: "The tax year could not be loaded" }}
    >
      {query.data && (
        <TaxChoicesForm
          year={year}
          choices={query.data.choices}
          onSaved={() => {
            toast({ title: "Saved", tone: "good" });
            navigate(back);
          }}
        />
      )}
    </FormPage>
  );
}

function TaxChoicesForm({
  year,
  choices,
  onSaved,
}: {
  year: string;
  choices: TaxChoices;
  onSaved: () => void;
}) {
  const saveChoices = useSaveTaxChoices(year);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const { form, saving } = useRecordForm({
    recordName: "tax year",
    values: toTaxChoicesForm(choices),
    fields: ["privateShare", "elsewhere"],
    write: (_, typed) => saveChoices.mutateAsync(toTaxChoices(typed)),
    toValues: toTaxChoicesForm,
    onSaved,
  });
  const { control, watch } = form;
  return (
    <RecordForm saving={saving} saveLabel="Save">
      <Card>
        <div className="flex flex-col gap-5">
          <FormSelectField control={control} name="business" label="Business" options={BUSINESS_OPTIONS} />
          <FormSelectField
            control={control}
            name="basis"
            label="Accounting"
            options={BASIS_OPTIONS}
            help="The cash basis is the default from 2024/25."
          />
          <FormSelectField
            control={control}
            name="quarters"
            label="Quarters end"
            options={QUARTER_OPTIONS}
            help="Choose month end only if you’ve told HMRC."
          />
        </div>
      </Card>
      <Card title="Vehicles">
        <div className="flex flex-col gap-5">
          <FormSelectField
            control={control}
            name="vehicles"
            label="How you claim"
            options={VEHICLE_COST_OPTIONS}
            help="Once you claim the mileage rate for a vehicle, you have to stick with it."
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
    </RecordForm>
  );
}
