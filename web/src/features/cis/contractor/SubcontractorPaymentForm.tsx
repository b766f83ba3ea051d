import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ApiError } from "../../../api/errors";
import type { CisBusiness } from "../../../api/generated/CisBusiness";
import type { CisSubcontractor } from "../../../api/generated/CisSubcontractor";
import type { SubcontractorPayment } from "../../../api/generated/SubcontractorPayment";
import type { SubcontractorPaymentInput } from "../../../api/generated/SubcontractorPaymentInput";
import { RecordForm } from "../../../entities/forms/RecordForm";
import { useRecordForm } from "../../../entities/forms/useRecordForm";
import { profilesQuery } from "../../../entities/profiles/queries";
import { todayInLondon } from "../../../rules/calendar";
import { REDUCED_VAT_RATE, STANDARD_VAT_RATE } from "../../../rules/rates";
import { useRules } from "../../../rules/rules";
import { Banner } from "../../../ui/Banner";
import { Card } from "../../../ui/Card";
import {
  FormDateField,
  FormNumberField,
  FormSelectField,
  FormSwitch,
  FormTextArea,
  requireDate,
} from "../../../ui/form-fields";
import { useDebouncedText } from "../../../ui/hooks";
import { LabelledAmount } from "../../../ui/LabelledAmount";
import { isUnread } from "../../../ui/typed-numbers";
import { previewQuery, useSavePayment } from "./queries";

/** How long to wait after the last keystroke before asking the server for a preview. */
const PREVIEW_DELAY_MS = 300;

const FIELDS = [
  "profileId",
  "contactId",
  "date",
  "gross",
  "materials",
  "vat",
  "reverseCharge",
  "reverseRate",
  "description",
] as const;

const toFormValues = (
  existing: SubcontractorPayment | undefined,
  business: string,
): SubcontractorPaymentInput => ({
  profileId: existing?.profileId ?? business,
  contactId: existing?.contactId ?? "",
  date: existing?.date ?? todayInLondon(),
  gross: existing?.gross ?? "",
  materials: existing && existing.materials !== "0.00" ? existing.materials : "",
  vat: existing && existing.vat !== "0.00" ? existing.vat : "",
  // Usual between two VAT-registered businesses.
  reverseCharge: existing?.reverseCharge ?? true,
  reverseRate: existing?.reverseRate || STANDARD_VAT_RATE,
  description: existing?.description ?? "",
});

/** The VAT rates of construction work under the reverse charge, and any other rate that was chosen before. */
const getReverseRateOptions = (chosen: string) =>
  [...new Set([STANDARD_VAT_RATE, REDUCED_VAT_RATE, chosen])].map((rate) => ({
    value: rate,
    label: `${rate}%`,
  }));

/** A payment to a subcontractor, with a preview of the deduction while it is typed. */
export function SubcontractorPaymentForm({
  payment,
  businesses,
  business,
  subcontractors,
  onSaved,
}: {
  payment: SubcontractorPayment | undefined;
  businesses: CisBusiness[];
  business: string;
  subcontractors: CisSubcontractor[];
  onSaved: (saved: SubcontractorPayment) => void;
}) {
  const savePayment = useSavePayment(payment);
  const isRegistered = useQuery(profilesQuery).data?.some(({ taxNumber }) => taxNumber !== "") ?? false;
  const findSubcontractor = (id: string) => subcontractors.find(({ contactId }) => contactId === id);
  const offersReverseCharge = ({ contactId, vat }: SubcontractorPaymentInput) =>
    isRegistered && findSubcontractor(contactId)?.vatRegistered === true && vat === "";
  const { form, saving } = useRecordForm({
    recordName: "payment",
    values: toFormValues(payment, business),
    fields: FIELDS,
    write: (id, input) =>
      savePayment.mutateAsync({
        id,
        input: { ...input, reverseCharge: offersReverseCharge(input) && input.reverseCharge },
      }),
    toValues: (saved) => toFormValues(saved, business),
    onSaved,
  });
  if (payment?.isFiled) return <FiledPayment payment={payment} />;
  const { control } = form;
  const typed = form.watch();
  const subcontractor = findSubcontractor(typed.contactId);
  return (
    <RecordForm saving={saving} saveLabel={payment ? "Save changes" : "Save payment"}>
      <Card>
        <div className="flex flex-col gap-5">
          {businesses.length > 1 ? (
            <FormSelectField
              control={control}
              name="profileId"
              label="Business"
              options={businesses.map(({ id, name }) => ({ value: id, label: name }))}
            />
          ) : null}
          <FormSelectField
            control={control}
            name="contactId"
            label="Subcontractor"
            options={[
              { value: "", label: "Choose a subcontractor" },
              ...subcontractors.map(({ contactId, name }) => ({ value: contactId, label: name })),
            ]}
            validate={(id) => id !== "" || "Choose a subcontractor."}
          />
          <FormDateField control={control} name="date" label="Paid on" validate={requireDate} />
          <FormNumberField
            control={control}
            name="gross"
            label="What they charge, without VAT"
            help="Labour, materials and everything else, before any deduction."
            prefix="£"
            placeholder="0.00"
          />
          <FormNumberField
            control={control}
            name="materials"
            label="Including materials at cost"
            optional
            help={
              subcontractor && !subcontractor.vatRegistered
                ? "What they paid others for materials and plant hire, including VAT."
                : "What they paid others for materials and plant hire, without VAT and without a mark-up."
            }
            prefix="£"
            placeholder="0.00"
          />
          {subcontractor?.vatRegistered || typed.vat !== "" ? (
            <FormNumberField
              control={control}
              name="vat"
              label="VAT on top"
              optional
              prefix="£"
              placeholder="0.00"
            />
          ) : null}
          {offersReverseCharge(typed) ? (
            <FormSwitch
              control={control}
              name="reverseCharge"
              label="Reverse charge"
              help="They don’t charge you VAT: it goes through your VAT return."
            />
          ) : null}
          {offersReverseCharge(typed) && typed.reverseCharge ? (
            <FormSelectField
              control={control}
              name="reverseRate"
              label="VAT rate for the work"
              options={getReverseRateOptions(typed.reverseRate)}
              help="It is on their invoice."
            />
          ) : null}
          <FormTextArea control={control} name="description" label="What for" optional rows={2} />
        </div>
      </Card>
      <DeductionPreview typed={typed} />
      <p className="text-quiet text-sm">
        {"It’s saved as an expense too, so it counts in your profit and your tax return. "}
        {payment ? (
          <Link to={`/expenses/edit/${payment.id}`} className="underline underline-offset-2">
            Its expense, with receipts
          </Link>
        ) : null}
      </p>
    </RecordForm>
  );
}

/** Whether there is enough to calculate a deduction, and no amount that can't be read. */
const canPreview = ({ contactId, date, gross, materials, vat }: SubcontractorPaymentInput) =>
  contactId !== "" && date !== "" && gross !== "" && ![gross, materials, vat].some(isUnread);

/**
 * The server's calculation of the deduction. Nothing while a field has an error, since it would be for other
 * amounts.
 */
function DeductionPreview({ typed }: { typed: SubcontractorPaymentInput }) {
  const { gbp } = useRules();
  const settled = useDebouncedText(JSON.stringify(typed), PREVIEW_DELAY_MS);
  const request = JSON.parse(settled) as SubcontractorPaymentInput;
  const { data, error } = useQuery({ ...previewQuery(request), enabled: canPreview(request) });
  if (!canPreview(typed) || !canPreview(request)) return null;
  if (error instanceof ApiError && error.errors[0])
    return <Banner tone="amber">{error.errors[0].msg}</Banner>;
  if (!data) return null;
  return (
    <Card>
      <dl
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3"
        aria-live="polite"
      >
        <LabelledAmount label="Deduct from" text={gbp(data.liable)} />
        <LabelledAmount label={`Deduct ${data.rate}%, for HMRC`} text={gbp(data.deducted)} />
        <LabelledAmount
          label={data.vat === "0.00" ? "Pay them" : "Pay them, with VAT"}
          text={gbp(data.pay)}
          strong
          isWide
        />
      </dl>
    </Card>
  );
}

/** A payment whose return was filed: it is displayed but can't be changed. */
function FiledPayment({ payment }: { payment: SubcontractorPayment }) {
  const { gbp, dateLong } = useRules();
  return (
    <div className="grid gap-4">
      <Banner tone="grey">
        The return for this month is marked as filed, so this payment can’t be changed. To change it, reopen
        that month, and tell HMRC what changes.
      </Banner>
      <Card>
        <p className="font-medium text-ink">{payment.name}</p>
        <p className="text-quiet text-sm">{`Paid on ${dateLong(payment.date)}`}</p>
        {payment.description ? <p className="mt-2 whitespace-pre-line">{payment.description}</p> : null}
        <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3">
          <LabelledAmount label="Charged, without VAT" text={gbp(payment.gross)} />
          <LabelledAmount label="Materials" text={gbp(payment.materials)} />
          <LabelledAmount label={`Deducted, ${payment.rate}%`} text={gbp(payment.deducted)} />
          <LabelledAmount label="Paid to them" text={gbp(payment.pay)} strong />
        </dl>
        <Link
          to={`/expenses/edit/${payment.id}`}
          className="mt-4 inline-block font-medium text-ink underline underline-offset-2"
        >
          Its expense, with receipts
        </Link>
      </Card>
    </div>
  );
}
