import { useQuery } from "@tanstack/react-query";
import { HardHat, Plus, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { Link, useNavigate, useParams } from "react-router";
import type { CisSubcontractor } from "../../../api/generated/CisSubcontractor";
import type { CisSubcontractorInput } from "../../../api/generated/CisSubcontractorInput";
import { contactsQuery } from "../../../entities/contacts/queries";
import { FormPage } from "../../../entities/forms/FormPage";
import { RecordForm } from "../../../entities/forms/RecordForm";
import { useRecordForm } from "../../../entities/forms/useRecordForm";
import { todayInLondon } from "../../../rules/calendar";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import {
  FormCheckbox,
  FormDateField,
  FormSelectField,
  FormTextField,
  requireDate,
} from "../../../ui/form-fields";
import { IconButton } from "../../../ui/IconButton";
import { NotFoundState } from "../../../ui/States";
import { toast } from "../../../ui/toast";
import { subcontractorsQuery, useSaveSubcontractor } from "./queries";

/** The values of the subcontractor form. */
export interface SubcontractorFormValues {
  contactId: string;
  name: string;
  utr: string;
  verificationNumber: string;
  vatRegistered: boolean;
  rates: { from: string; rate: string }[];
}

/** The deduction rates that HMRC gives. */
export const DEDUCTION_RATES = [
  { value: "20", label: "20%: registered" },
  { value: "30", label: "30%: not registered, or not found" },
  { value: "0", label: "0%: gross payment status" },
];

export const toSubcontractorForm = (
  subcontractor: CisSubcontractor | undefined,
  today: string,
): SubcontractorFormValues => ({
  contactId: subcontractor?.contactId ?? "",
  name: subcontractor?.name ?? "",
  utr: subcontractor?.utr ?? "",
  verificationNumber: subcontractor?.verificationNumber ?? "",
  vatRegistered: subcontractor?.vatRegistered ?? false,
  rates: subcontractor?.rates.map(({ from, rate }) => ({ from, rate: String(rate) })) ?? [
    { from: today, rate: "20" },
  ],
});

export const toSubcontractorInput = (
  { name, utr, verificationNumber, vatRegistered, rates }: SubcontractorFormValues,
  version: number,
): CisSubcontractorInput => ({
  version,
  name,
  utr,
  verificationNumber,
  vatRegistered,
  rates: rates.map(({ from, rate }) => ({ from, rate: Number(rate) })),
});

const BACK_PATH = "/cis/contractor";

/** The details by which HMRC knows a contact who is paid as a subcontractor. */
export function SubcontractorPage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const query = useQuery(subcontractorsQuery);
  const subcontractor = query.data?.find(({ contactId }) => contactId === id);
  return (
    <FormPage
      title={id ? "Subcontractor" : "New subcontractor"}
      tabTitle="Subcontractor"
      subtitle={subcontractor?.name}
      back={{ to: BACK_PATH, label: "CIS: paying subcontractors" }}
      record={{
        query,
        errorTitle: "This subcontractor could not be loaded",
        isAbsent: query.isSuccess && !query.isFetching,
        absent: (
          <NotFoundState
            icon={HardHat}
            title="We couldn’t find this subcontractor"
            link={{ to: BACK_PATH, label: "See all subcontractors" }}
          />
        ),
      }}
    >
      {query.data && (subcontractor || !id) && (
        <SubcontractorDetailsForm
          key={id ?? "new"}
          subcontractor={subcontractor}
          existingIds={query.data.map(({ contactId }) => contactId)}
          onSaved={() => {
            toast({ title: "The subcontractor was saved", tone: "good" });
            void navigate(BACK_PATH);
          }}
        />
      )}
    </FormPage>
  );
}

function SubcontractorDetailsForm({
  subcontractor,
  existingIds,
  onSaved,
}: {
  /** The subcontractor that is changed; undefined for a new one. */
  subcontractor: CisSubcontractor | undefined;
  /** The contacts who are already subcontractors. */
  existingIds: string[];
  onSaved: () => void;
}) {
  const saveSubcontractor = useSaveSubcontractor();
  const contacts = useQuery(contactsQuery).data ?? [];
  const { form, saving } = useRecordForm({
    recordName: "subcontractor",
    values: toSubcontractorForm(subcontractor, todayInLondon()),
    fields: ["contactId", "name", "utr", "verificationNumber", "rates"],
    write: (_, typed) =>
      saveSubcontractor.mutateAsync({
        id: typed.contactId,
        input: toSubcontractorInput(typed, subcontractor?.version ?? 0),
      }),
    toValues: (saved) => toSubcontractorForm(saved, todayInLondon()),
    onSaved,
  });
  const { control, setValue, watch, formState } = form;
  const rates = useFieldArray({ control, name: "rates" });
  const ratesError = formState.errors.rates?.message;
  const choices = contacts.filter(({ id }) => !existingIds.includes(id));
  return (
    <RecordForm saving={saving} saveLabel="Save subcontractor">
      <Card>
        <div className="flex flex-col gap-5">
          {subcontractor ? null : (
            <FormSelectField
              control={control}
              name="contactId"
              label="Contact"
              help={
                <>
                  Not in the list?{" "}
                  <Link to="/add-contact" className="underline underline-offset-2">
                    Add a contact
                  </Link>
                </>
              }
              options={[
                { value: "", label: "Choose a contact" },
                ...choices.map(({ id, name, company }) => ({ value: id, label: company || name })),
              ]}
              validate={(id) => id !== "" || "Choose a contact."}
              onChange={(event) => {
                const chosen = contacts.find(({ id }) => id === event.target.value);
                if (chosen) setValue("name", chosen.company || chosen.name);
              }}
            />
          )}
          <FormTextField
            control={control}
            name="name"
            label="Name or trading name"
            help="As HMRC knows it."
          />
          <FormTextField
            control={control}
            name="utr"
            label="UTR"
            inputMode="numeric"
            autoComplete="off"
            help="Their Unique Taxpayer Reference: 10 digits."
          />
          <FormTextField
            control={control}
            name="verificationNumber"
            label="Verification number"
            optional
            autoCapitalize="characters"
            autoComplete="off"
            placeholder="V0012345678/AB"
            help="The number HMRC gave you when you verified them. A 30% statement has to show it."
          />
          <FormCheckbox
            control={control}
            name="vatRegistered"
            label="Registered for VAT"
            help={
              watch("vatRegistered")
                ? "Their materials count without VAT."
                : "Their materials count with the VAT they paid on them."
            }
          />
        </div>
      </Card>
      <Card title="Deduction rate" hint="As HMRC told you. We use the rate on the day of each payment.">
        <div className="flex flex-col gap-5">
          {rates.fields.map((one, at) => (
            <div key={one.id} className="flex flex-wrap items-end gap-3">
              <FormDateField
                control={control}
                name={`rates.${at}.from`}
                label="From"
                validate={requireDate}
              />
              <FormSelectField
                control={control}
                name={`rates.${at}.rate`}
                label="Rate"
                className="min-w-0 flex-1 basis-60"
                options={DEDUCTION_RATES}
              />
              {rates.fields.length > 1 ? (
                <IconButton
                  label="Remove this rate"
                  icon={<Trash2 aria-hidden size={18} strokeWidth={1.75} />}
                  className="text-quiet"
                  onClick={() => rates.remove(at)}
                />
              ) : null}
            </div>
          ))}
          {ratesError ? <p className="text-bad text-sm">{ratesError}</p> : null}
          <Button
            icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
            className="self-start"
            onClick={() => rates.append({ from: todayInLondon(), rate: "20" })}
          >
            Another rate
          </Button>
        </div>
      </Card>
    </RecordForm>
  );
}
