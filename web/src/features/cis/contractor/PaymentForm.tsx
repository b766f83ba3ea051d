import { useQuery } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { Link } from "react-router";
import { ApiError } from "../../../api/errors";
import type { CisBusiness } from "../../../api/generated/CisBusiness";
import type { CisSubcontractor } from "../../../api/generated/CisSubcontractor";
import type { SubcontractorPayment } from "../../../api/generated/SubcontractorPayment";
import type { SubcontractorPaymentInput } from "../../../api/generated/SubcontractorPaymentInput";
import { useSave } from "../../../api/useSave";
import { profilesQuery } from "../../../entities/profiles/queries";
import { todayInLondon } from "../../../rules/calendar";
import { REDUCED, STANDARD } from "../../../rules/rates";
import { useRules } from "../../../rules/rules";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Switch } from "../../../ui/Checkbox";
import { DateField } from "../../../ui/DateField";
import { FigureInput } from "../../../ui/FigureInput";
import { LeaveGuard } from "../../../ui/LeaveGuard";
import { ActionBar } from "../../../ui/PageHeader";
import { SelectField } from "../../../ui/SelectField";
import { Sum } from "../../../ui/Sum";
import { TextArea } from "../../../ui/TextField";
import { isUnread } from "../../../ui/typedFigure";
import { useSettled } from "../../../ui/useSettled";
import { previewQuery, useSavePayment } from "./queries";

/** How long nobody types before the server is asked. */
const PAUSE = 300;

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

const formOf = (had: SubcontractorPayment | undefined, business: string): SubcontractorPaymentInput => ({
  profileId: had?.profileId ?? business,
  contactId: had?.contactId ?? "",
  date: had?.date ?? todayInLondon(),
  gross: had?.gross ?? "",
  materials: had && had.materials !== "0.00" ? had.materials : "",
  vat: had && had.vat !== "0.00" ? had.vat : "",
  // Usual between two who are registered.
  reverseCharge: had?.reverseCharge ?? true,
  reverseRate: had?.reverseRate || STANDARD,
  description: had?.description ?? "",
});

/** The rates of construction work under the reverse charge, with another one that was chosen before. */
const reverseRates = (chosen: string) =>
  [...new Set([STANDARD, REDUCED, chosen])].map((rate) => ({ value: rate, label: `${rate}%` }));

/** What a subcontractor asks for, and what of it is deducted as it is typed. */
export function PaymentForm({
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
  const write = useSavePayment(payment);
  const form = useForm<SubcontractorPaymentInput>({ defaultValues: formOf(payment, business) });
  const { register, control, watch, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const known = subcontractors.find(({ contactId }) => contactId === watch("contactId"));
  const isRegistered = useQuery(profilesQuery).data?.some(({ taxNumber }) => taxNumber !== "") ?? false;
  const asksReverse = isRegistered && known?.vatRegistered === true && watch("vat") === "";
  const { save, problem } = useSave({
    what: "payment",
    form,
    fields: FIELDS,
    write: (id, input) =>
      write.mutateAsync({ id, input: { ...input, reverseCharge: asksReverse && input.reverseCharge } }),
    onSaved: (saved) => {
      form.reset(formOf(saved, business));
      onSaved(saved);
    },
  });
  if (payment?.isFiled) return <Locked payment={payment} />;
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
          {businesses.length > 1 ? (
            <SelectField
              label="Business"
              options={businesses.map(({ id, name }) => ({ value: id, label: name }))}
              error={errors.profileId?.message}
              {...register("profileId")}
            />
          ) : null}
          <SelectField
            label="Subcontractor"
            options={[
              { value: "", label: "Choose a subcontractor" },
              ...subcontractors.map(({ contactId, name }) => ({ value: contactId, label: name })),
            ]}
            error={errors.contactId?.message}
            {...register("contactId", { validate: (id) => id !== "" || "Choose a subcontractor." })}
          />
          <Controller
            control={control}
            name="date"
            rules={{ validate: (date) => date !== "" || "Enter the date." }}
            render={({ field }) => (
              <DateField
                label="Paid on"
                name="date"
                ref={field.ref}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                error={errors.date?.message}
              />
            )}
          />
          <FigureInput
            control={control}
            name="gross"
            label="What they charge, without VAT"
            help="Labour, materials and everything else, before any deduction."
            prefix="£"
            placeholder="0.00"
          />
          <FigureInput
            control={control}
            name="materials"
            label="Including materials at cost"
            optional
            help={
              known && !known.vatRegistered
                ? "What they paid others for materials and plant hire, including VAT."
                : "What they paid others for materials and plant hire, without VAT and without a mark-up."
            }
            prefix="£"
            placeholder="0.00"
          />
          {known?.vatRegistered || watch("vat") !== "" ? (
            <FigureInput
              control={control}
              name="vat"
              label="VAT on top"
              optional
              prefix="£"
              placeholder="0.00"
            />
          ) : null}
          {asksReverse ? (
            <Controller
              control={control}
              name="reverseCharge"
              render={({ field }) => (
                <Switch
                  label="Reverse charge"
                  help="They don’t charge you VAT: it goes through your VAT return."
                  checked={field.value}
                  onCheckedChange={field.onChange}
                />
              )}
            />
          ) : null}
          {asksReverse && watch("reverseCharge") ? (
            <SelectField
              label="VAT rate for the work"
              options={reverseRates(watch("reverseRate"))}
              help="It is on their invoice."
              error={errors.reverseRate?.message}
              {...register("reverseRate")}
            />
          ) : null}
          <TextArea
            label="What for"
            optional
            rows={2}
            error={errors.description?.message}
            {...register("description")}
          />
        </div>
      </Card>
      <Figures typed={watch()} />
      <p className="text-quiet text-sm">
        {"It’s saved as an expense too, so it counts in your profit and your tax return. "}
        {payment ? (
          <Link to={`/expenses/edit/${payment.id}`} className="underline underline-offset-2">
            Its expense, with receipts
          </Link>
        ) : null}
      </p>
      <ActionBar>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving…">
          {payment ? "Save changes" : "Save payment"}
        </Button>
      </ActionBar>
    </form>
  );
}

/** Whether there is something to work out, and no amount that is not understood. */
const isReckoned = ({ contactId, date, gross, materials, vat }: SubcontractorPaymentInput) =>
  contactId !== "" && date !== "" && gross !== "" && ![gross, materials, vat].some(isUnread);

/** What is deducted of what is typed, by the server's word. Nothing while a field is red: it would be of other amounts. */
function Figures({ typed }: { typed: SubcontractorPaymentInput }) {
  const { gbp } = useRules();
  const settled = useSettled(JSON.stringify(typed), PAUSE);
  const asked = JSON.parse(settled) as SubcontractorPaymentInput;
  const { data, error } = useQuery({ ...previewQuery(asked), enabled: isReckoned(asked) });
  if (!isReckoned(typed) || !isReckoned(asked)) return null;
  if (error instanceof ApiError && error.errors[0])
    return <Banner tone="amber">{error.errors[0].msg}</Banner>;
  if (!data) return null;
  return (
    <Card>
      <dl
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3"
        aria-live="polite"
      >
        <Sum label="Deduct from" text={gbp(data.liable)} />
        <Sum label={`Deduct ${data.rate}%, for HMRC`} text={gbp(data.deducted)} />
        <Sum
          label={data.vat === "0.00" ? "Pay them" : "Pay them, with VAT"}
          text={gbp(data.pay)}
          strong
          isWide
        />
      </dl>
    </Card>
  );
}

/** A payment whose return was filed: it is shown and not changed. */
function Locked({ payment }: { payment: SubcontractorPayment }) {
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
          <Sum label="Charged, without VAT" text={gbp(payment.gross)} />
          <Sum label="Materials" text={gbp(payment.materials)} />
          <Sum label={`Deducted, ${payment.rate}%`} text={gbp(payment.deducted)} />
          <Sum label="Paid to them" text={gbp(payment.pay)} strong />
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
