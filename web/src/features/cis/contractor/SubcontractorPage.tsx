import { useQuery } from "@tanstack/react-query";
import { HardHat, Plus, Trash2 } from "lucide-react";
import { Controller, useFieldArray, useForm } from "react-hook-form";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../../api/client";
import { getErrorMessage } from "../../../api/errors";
import type { CisSubcontractor } from "../../../api/generated/CisSubcontractor";
import type { CisSubcontractorInput } from "../../../api/generated/CisSubcontractorInput";
import { useFormSave } from "../../../api/useFormSave";
import { contactsQuery } from "../../../entities/contacts/queries";
import { todayInLondon } from "../../../rules/calendar";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Checkbox } from "../../../ui/Checkbox";
import { DateField } from "../../../ui/DateField";
import { LeaveGuard } from "../../../ui/form-guards";
import { IconButton } from "../../../ui/IconButton";
import { ActionBar, Page, PageHeader } from "../../../ui/PageHeader";
import { SelectField } from "../../../ui/SelectField";
import { FormSkeleton } from "../../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../../ui/States";
import { TextField } from "../../../ui/TextField";
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
  const { data, error, isFetching, refetch } = useQuery(subcontractorsQuery);
  const subcontractor = data?.find(({ contactId }) => contactId === id);
  return (
    <Page width="narrow">
      <title>Subcontractor · Plumbline</title>
      <PageHeader
        title={id ? "Subcontractor" : "New subcontractor"}
        subtitle={subcontractor?.name}
        back={{ to: BACK_PATH, label: "CIS: paying subcontractors" }}
      />
      {data && (subcontractor || !id) ? (
        <SubcontractorDetailsForm
          key={id ?? "new"}
          subcontractor={subcontractor}
          requestedId={id}
          existingIds={data.map(({ contactId }) => contactId)}
          onSaved={() => {
            toast({ title: "The subcontractor was saved", tone: "good" });
            void navigate(BACK_PATH);
          }}
        />
      ) : (
        <Card>
          {error && !isFetching ? (
            <ErrorState
              title="This subcontractor could not be loaded"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
              link={isStatus(error, 404) && { to: BACK_PATH, label: "Open CIS" }}
            />
          ) : data && !isFetching ? (
            <EmptyState
              icon={HardHat}
              title="We couldn’t find this subcontractor"
              action={
                <Button asChild>
                  <Link to={BACK_PATH}>See all subcontractors</Link>
                </Button>
              }
            >
              It may have been deleted.
            </EmptyState>
          ) : (
            <FormSkeleton />
          )}
        </Card>
      )}
    </Page>
  );
}

function SubcontractorDetailsForm({
  subcontractor,
  requestedId,
  existingIds,
  onSaved,
}: {
  subcontractor: CisSubcontractor | undefined;
  /** The contact named in the address. */
  requestedId: string | undefined;
  /** The contacts who are already subcontractors. */
  existingIds: string[];
  onSaved: () => void;
}) {
  const saveSubcontractor = useSaveSubcontractor();
  const contacts = useQuery(contactsQuery).data ?? [];
  const form = useForm<SubcontractorFormValues>({
    defaultValues: { ...toSubcontractorForm(subcontractor, todayInLondon()), contactId: requestedId ?? "" },
  });
  const { register, control, setValue, watch, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const rates = useFieldArray({ control, name: "rates" });
  const vatRegistered = watch("vatRegistered");
  const { save, problem } = useFormSave({
    recordName: "subcontractor",
    form,
    fields: ["contactId", "name", "utr", "verificationNumber", "rates"],
    write: (_, typed) =>
      saveSubcontractor.mutateAsync({
        id: typed.contactId,
        input: toSubcontractorInput(typed, subcontractor?.version ?? 0),
      }),
    onSaved: (saved) => {
      form.reset(toSubcontractorForm(saved, todayInLondon()));
      onSaved();
    },
  });
  const choices = contacts.filter(({ id }) => !existingIds.includes(id));
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
          {requestedId ? null : (
            <SelectField
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
              error={errors.contactId?.message}
              {...register("contactId", {
                validate: (id) => id !== "" || "Choose a contact.",
                onChange: (event) => {
                  const chosen = contacts.find(({ id }) => id === event.target.value);
                  if (chosen) setValue("name", chosen.company || chosen.name);
                },
              })}
            />
          )}
          <TextField
            label="Name or trading name"
            help="As HMRC knows it."
            error={errors.name?.message}
            {...register("name")}
          />
          <TextField
            label="UTR"
            inputMode="numeric"
            autoComplete="off"
            help="Their Unique Taxpayer Reference: 10 digits."
            error={errors.utr?.message}
            {...register("utr")}
          />
          <TextField
            label="Verification number"
            optional
            autoCapitalize="characters"
            autoComplete="off"
            placeholder="V0012345678/AB"
            help="The number HMRC gave you when you verified them. A 30% statement has to show it."
            error={errors.verificationNumber?.message}
            {...register("verificationNumber")}
          />
          <Checkbox
            label="Registered for VAT"
            help={
              vatRegistered
                ? "Their materials count without VAT."
                : "Their materials count with the VAT they paid on them."
            }
            checked={vatRegistered}
            onCheckedChange={(next) => setValue("vatRegistered", next, { shouldDirty: true })}
          />
        </div>
      </Card>
      <Card title="Deduction rate" hint="As HMRC told you. We use the rate on the day of each payment.">
        <div className="flex flex-col gap-5">
          {rates.fields.map((one, at) => (
            <div key={one.id} className="flex flex-wrap items-end gap-3">
              <Controller
                control={control}
                name={`rates.${at}.from`}
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
                label="Rate"
                className="min-w-0 flex-1 basis-60"
                options={DEDUCTION_RATES}
                {...register(`rates.${at}.rate`)}
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
          {errors.rates?.message ? <p className="text-bad text-sm">{errors.rates.message}</p> : null}
          <Button
            icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
            className="self-start"
            onClick={() => rates.append({ from: todayInLondon(), rate: "20" })}
          >
            Another rate
          </Button>
        </div>
      </Card>
      <ActionBar>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving…">
          Save subcontractor
        </Button>
      </ActionBar>
    </form>
  );
}
