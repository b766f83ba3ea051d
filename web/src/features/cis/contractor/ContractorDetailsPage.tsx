import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import type { CisBusiness } from "../../../api/generated/CisBusiness";
import { FormPage } from "../../../entities/forms/FormPage";
import { RecordForm } from "../../../entities/forms/RecordForm";
import { useRecordForm } from "../../../entities/forms/useRecordForm";
import { Card } from "../../../ui/Card";
import { FormDateField, FormTextField, requireDate } from "../../../ui/form-fields";
import { ErrorState } from "../../../ui/States";
import { toast } from "../../../ui/toast";
import { contractorsQuery, useRegisterContractor } from "./queries";

/** The details by which HMRC knows a business that pays subcontractors. */
export function ContractorDetailsPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const query = useQuery(contractorsQuery);
  const business = query.data?.find((one) => one.id === id);
  const back = `/cis/contractor?business=${id}`;
  return (
    <FormPage
      title="Your details as a contractor"
      tabTitle="CIS contractor"
      subtitle={business?.name}
      back={{ to: back, label: "CIS: paying subcontractors" }}
      record={{
        query,
        errorTitle: "This business could not be loaded",
        isAbsent: query.isSuccess && !query.isFetching,
        absent: (
          <ErrorState
            title="This business could not be loaded"
            message="It may have been deleted."
            onRetry={() => void query.refetch()}
            link={{ to: back, label: "Open CIS" }}
          />
        ),
      }}
    >
      {business && (
        <ContractorDetailsForm
          business={business}
          onSaved={() => {
            toast({ title: "Your details were saved", tone: "good" });
            void navigate(back);
          }}
        />
      )}
    </FormPage>
  );
}

function toFormValues({ registration }: CisBusiness) {
  return {
    employerReference: registration?.employerReference ?? "",
    accountsOfficeReference: registration?.accountsOfficeReference ?? "",
    from: registration?.from ?? "",
    until: registration?.until ?? "",
  };
}

function ContractorDetailsForm({ business, onSaved }: { business: CisBusiness; onSaved: () => void }) {
  const registerContractor = useRegisterContractor(business.id);
  const { form, saving } = useRecordForm({
    recordName: "business",
    values: toFormValues(business),
    fields: ["employerReference", "accountsOfficeReference", "from", "until"],
    write: (_, typed) =>
      registerContractor.mutateAsync({
        ...typed,
        until: typed.until || null,
        version: business.registration?.version ?? 0,
      }),
    toValues: toFormValues,
    onSaved,
  });
  const { control } = form;
  return (
    <RecordForm saving={saving} saveLabel="Save">
      <Card>
        <div className="flex flex-col gap-5">
          <FormTextField
            control={control}
            name="employerReference"
            label="Employer reference"
            placeholder="123/AB456"
            autoCapitalize="characters"
            autoComplete="off"
            help="You’ll find it on HMRC’s letters to you as an employer or contractor. It goes on every statement."
          />
          <FormTextField
            control={control}
            name="accountsOfficeReference"
            label="Accounts Office reference"
            optional
            placeholder="123PA00045678"
            autoCapitalize="characters"
            autoComplete="off"
            help="What you quote when you pay HMRC."
          />
          <FormDateField
            control={control}
            name="from"
            label="Contractor since"
            validate={requireDate}
            help="We list returns from this month onwards."
          />
          <FormDateField control={control} name="until" label="Contractor until" optional />
        </div>
      </Card>
    </RecordForm>
  );
}
