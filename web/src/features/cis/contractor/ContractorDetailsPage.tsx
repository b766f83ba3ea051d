import { useQuery } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { useNavigate, useParams } from "react-router";
import { isStatus } from "../../../api/client";
import { getErrorMessage } from "../../../api/errors";
import type { CisBusiness } from "../../../api/generated/CisBusiness";
import { useFormSave } from "../../../api/useFormSave";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { DateField } from "../../../ui/DateField";
import { LeaveGuard } from "../../../ui/form-guards";
import { ActionBar, Page, PageHeader } from "../../../ui/PageHeader";
import { FormSkeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import { contractorsQuery, useRegisterContractor } from "./queries";

/** The details by which HMRC knows a business that pays subcontractors. */
export function ContractorDetailsPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(contractorsQuery);
  const business = data?.find((one) => one.id === id);
  const back = `/cis/contractor?business=${id}`;
  return (
    <Page width="narrow">
      <title>CIS contractor · Plumbline</title>
      <PageHeader
        title="Your details as a contractor"
        subtitle={business?.name}
        back={{ to: back, label: "CIS: paying subcontractors" }}
      />
      {business ? (
        <ContractorDetailsForm
          business={business}
          onSaved={() => {
            toast({ title: "Your details were saved", tone: "good" });
            void navigate(back);
          }}
        />
      ) : (
        <Card>
          {(error || data) && !isFetching ? (
            <ErrorState
              title="This business could not be loaded"
              message={error ? getErrorMessage(error) : "It may have been deleted."}
              onRetry={() => void refetch()}
              link={(!error || isStatus(error, 404)) && { to: back, label: "Open CIS" }}
            />
          ) : (
            <FormSkeleton />
          )}
        </Card>
      )}
    </Page>
  );
}

function toFormValues(registration: CisBusiness["registration"]) {
  return {
    employerReference: registration?.employerReference ?? "",
    accountsOfficeReference: registration?.accountsOfficeReference ?? "",
    from: registration?.from ?? "",
    until: registration?.until ?? "",
  };
}

function ContractorDetailsForm({ business, onSaved }: { business: CisBusiness; onSaved: () => void }) {
  const register = useRegisterContractor(business.id);
  const form = useForm({ defaultValues: toFormValues(business.registration) });
  const { control, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const { save, problem } = useFormSave({
    recordName: "business",
    form,
    fields: ["employerReference", "accountsOfficeReference", "from", "until"],
    write: (_, typed) =>
      register.mutateAsync({
        ...typed,
        until: typed.until || null,
        version: business.registration?.version ?? 0,
      }),
    onSaved: (saved) => {
      form.reset(toFormValues(saved.registration));
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
      <Card>
        <div className="flex flex-col gap-5">
          <TextField
            label="Employer reference"
            placeholder="123/AB456"
            autoCapitalize="characters"
            autoComplete="off"
            help="You’ll find it on HMRC’s letters to you as an employer or contractor. It goes on every statement."
            error={errors.employerReference?.message}
            {...form.register("employerReference")}
          />
          <TextField
            label="Accounts Office reference"
            optional
            placeholder="123PA00045678"
            autoCapitalize="characters"
            autoComplete="off"
            help="What you quote when you pay HMRC."
            error={errors.accountsOfficeReference?.message}
            {...form.register("accountsOfficeReference")}
          />
          <Controller
            control={control}
            name="from"
            rules={{ validate: (day) => day !== "" || "Enter the date." }}
            render={({ field }) => (
              <DateField
                label="Contractor since"
                name="from"
                ref={field.ref}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                help="We list returns from this month onwards."
                error={errors.from?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="until"
            render={({ field }) => (
              <DateField
                label="Contractor until"
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
