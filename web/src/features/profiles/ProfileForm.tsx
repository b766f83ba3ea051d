import { type ReactNode, useEffect } from "react";
import { type Control, Controller, type FieldPathByValue, useForm } from "react-hook-form";
import { Link, useLocation } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { KINDS as TABLE } from "../../api/generated/kinds";
import { useFormSave } from "../../api/useFormSave";
import { AddressFields } from "../../entities/addresses/AddressFields";
import {
  createEmptyProfile,
  type Profile,
  type ProfileInput,
  profileFields,
  tidySortCode,
  toProfileInput,
} from "../../entities/profiles/profile";
import { VatNumberField } from "../../entities/vat/VatNumberField";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Switch } from "../../ui/Checkbox";
import { LeaveGuard } from "../../ui/form-guards";
import { ActionBar } from "../../ui/PageHeader";
import { TextArea, TextField } from "../../ui/TextField";
import { ColourField, TemplateField } from "./DocumentStyleFields";
import { LogoField } from "./logo/LogoField";
import { useCreateProfile, useUpdateProfile } from "./mutations";
import { ConsumerFields, DefaultsFields, ReminderFields } from "./profile-form-sections";
import { WaitingDetailsBanner } from "./WaitingDetailsBanner";

/** The fields that decide where customers' payments go. */
const PAYMENT_DETAIL_FIELDS = ["paypal", "bankName", "accountName", "accountNumber", "sortCode"] as const;

/**
 * Scrolls to the section or field named in the address once the form is displayed; a field gets the focus.
 */
function useScrollToAddressedSection() {
  const { hash } = useLocation();
  useEffect(() => {
    if (!hash) return;
    // After the page was scrolled to its top.
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(hash.slice(1));
      if (target instanceof HTMLInputElement) {
        target.focus({ preventScroll: true });
        target.scrollIntoView({ block: "center" });
      } else target?.scrollIntoView();
    });
    return () => cancelAnimationFrame(frame);
  }, [hash]);
}

export function ProfileForm({
  profile,
  cardPayments,
  numbering,
  trade,
  onSaved,
}: {
  profile?: Profile;
  /** Displayed beside the other payment methods; not part of what the form saves. */
  cardPayments?: ReactNode;
  /** Displayed with the defaults for documents; saved separately. */
  numbering?: ReactNode;
  /** Which trade the business belongs to; saved separately. */
  trade?: ReactNode;
  onSaved: (profile: Profile) => void;
}) {
  useScrollToAddressedSection();
  const create = useCreateProfile();
  const update = useUpdateProfile();
  const form = useForm<ProfileInput>({
    defaultValues: profile ? toProfileInput(profile) : createEmptyProfile(),
  });
  const { register, control, watch, formState } = form;
  const sortCode = register("sortCode");
  const { errors, isSubmitting, isDirty } = formState;

  const { save, problem } = useFormSave({
    recordName: "profile",
    form,
    fields: profileFields,
    write: (id, input) =>
      profile ? update.mutateAsync({ profile, input }) : create.mutateAsync({ id, input }),
    onSaved,
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4 md:gap-6">
      <LeaveGuard when={isDirty && !isSubmitting} />
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      <Card title="Business">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            label="Business name"
            autoComplete="organization"
            className="md:col-span-2"
            error={errors.name?.message}
            {...register("name", { validate: (name) => name.trim() !== "" || "Enter your business’s name." })}
          />
          <div className="md:col-span-2">
            <Controller
              control={control}
              name="logoUrl"
              render={({ field, fieldState }) => (
                <LogoField
                  value={field.value}
                  onValueChange={field.onChange}
                  error={fieldState.error?.message}
                />
              )}
            />
          </div>
          <TextField
            label="Email"
            optional
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            error={errors.email?.message}
            {...register("email")}
          />
          <TextField
            label="Phone"
            optional
            type="tel"
            autoComplete="tel"
            error={errors.phone?.message}
            {...register("phone")}
          />
          <TextField
            label="Website"
            optional
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            className="md:col-span-2"
            error={errors.website?.message}
            {...register("website")}
          />
        </div>
      </Card>
      <Card id="look" title="Document style" hint="What your customers see, on screen and on paper.">
        <Controller
          control={control}
          name="template"
          render={({ field, fieldState }) => (
            <TemplateField
              profile={watch()}
              value={field.value}
              onValueChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
        <div className="mt-6">
          <Controller
            control={control}
            name="brandColour"
            render={({ field, fieldState }) => (
              <ColourField
                ref={field.ref}
                value={field.value}
                onValueChange={field.onChange}
                error={fieldState.error?.message}
              />
            )}
          />
        </div>
      </Card>
      <Card title="Address">
        <AddressFields bind={register} errors={errors} country={watch("country")} />
      </Card>
      <Card title="Legal details" hint="Printed on your documents if you enter them.">
        <div className="grid gap-4 md:grid-cols-2">
          <VatNumberField
            isOwn
            value={watch("taxNumber")}
            field={register("taxNumber")}
            error={errors.taxNumber?.message}
          />
          <TextField
            label="Company registration"
            optional
            autoCapitalize="characters"
            error={errors.registrationNumber?.message}
            {...register("registrationNumber")}
          />
          <TextField
            label="Your own name"
            optional
            autoComplete="name"
            autoCapitalize="words"
            className="md:col-span-2"
            help="Sole traders and partners with a business name must show their own names too. Limited companies can leave this empty."
            error={errors.ownerName?.message}
            {...register("ownerName")}
          />
          <TextArea
            label="Address for service"
            optional
            rows={3}
            className="md:col-span-2"
            help="Where people can send you legal papers, if not to the address above."
            error={errors.serviceAddress?.message}
            {...register("serviceAddress")}
          />
          <TextField
            label="Peppol address"
            optional
            autoCapitalize="none"
            placeholder="0088:5060012349998"
            className="md:col-span-2"
            help="For e-invoices. Leave empty to use your VAT number."
            error={errors.peppolId?.message}
            {...register("peppolId")}
          />
        </div>
      </Card>
      <Card id="getting-paid" title="Getting paid" hint="Customers only see what you accept.">
        {profile?.waiting?.length ? (
          <WaitingDetailsBanner
            profile={profile}
            waiting={profile.waiting}
            onUndone={(restored) => {
              for (const name of PAYMENT_DETAIL_FIELDS)
                form.resetField(name, { defaultValue: restored[name] });
            }}
          />
        ) : null}
        <div className="flex flex-col divide-y divide-line">
          <SwitchField control={control} name="accepts_bank_transfer" label="Bank transfer" />
          {watch("accepts_bank_transfer") ? (
            <div className="grid gap-4 py-4 md:grid-cols-2">
              <TextField label="Bank" optional error={errors.bankName?.message} {...register("bankName")} />
              <TextField
                label="Account name"
                optional
                error={errors.accountName?.message}
                {...register("accountName")}
              />
              <TextField
                label="Sort code"
                optional
                inputMode="numeric"
                placeholder="00-00-00"
                error={errors.sortCode?.message}
                {...sortCode}
                onBlur={(event) => {
                  event.target.value = tidySortCode(event.target.value);
                  void sortCode.onBlur(event);
                }}
              />
              <TextField
                label="Account number"
                optional
                inputMode="numeric"
                placeholder="8 digits"
                error={errors.accountNumber?.message}
                {...register("accountNumber")}
              />
            </div>
          ) : null}
          <SwitchField control={control} name="accepts_cash" label="Cash" />
          {profile?.stripe_account_id ? (
            <SwitchField
              control={control}
              name="accepts_card"
              label="Card"
              help="Paid into your Stripe account."
            />
          ) : null}
          <SwitchField control={control} name="accepts_paypal" label="PayPal" help="Offered on invoices." />
          {watch("accepts_paypal") ? (
            <div className="py-4">
              <TextField
                label="PayPal.Me link or email"
                optional
                help="Without it we don’t offer PayPal to customers."
                placeholder="paypal.me/yourname"
                autoCapitalize="none"
                inputMode="email"
                error={errors.paypal?.message}
                {...register("paypal")}
              />
            </div>
          ) : null}
        </div>
      </Card>
      {cardPayments}
      <Card
        id="defaults"
        title="New quotes and invoices"
        hint="What they start with. You can change each one."
      >
        <DefaultsFields control={control} />
      </Card>
      <Card
        title="For private customers"
        hint="By law they must know this before they agree. We show it with quotes they can cancel."
      >
        <ConsumerFields register={register} errors={errors} />
      </Card>
      {numbering}
      {trade}
      <Card title="Terms" hint="Printed at the end. Each line is a paragraph.">
        <div className="flex flex-col gap-4">
          <TextArea
            label="Terms on quotes"
            optional
            rows={4}
            error={errors.quoteTerms?.message}
            {...register("quoteTerms")}
          />
          <TextArea
            label="Terms on invoices"
            optional
            rows={4}
            error={errors.invoiceTerms?.message}
            {...register("invoiceTerms")}
          />
        </div>
      </Card>
      <Card
        title="Your emails"
        hint="What the email with a quote or invoice says. You can change it each time you send one."
      >
        <div className="flex flex-col gap-4">
          <TextArea
            label="Email with a quote"
            optional
            rows={4}
            maxLength={5000}
            placeholder={formatDefaultMessage("quote")}
            help="We replace {name} with your customer’s name."
            error={errors.quoteMessage?.message}
            {...register("quoteMessage")}
          />
          <TextArea
            label="Email with an invoice"
            optional
            rows={4}
            maxLength={5000}
            placeholder={formatDefaultMessage("invoice")}
            help="We replace {name} with your customer’s name."
            error={errors.invoiceMessage?.message}
            {...register("invoiceMessage")}
          />
        </div>
      </Card>
      <Card
        id="reminders"
        title="Reminders"
        hint="What a reminder says after the greeting. Leave empty to use ours."
        action={
          profile ? (
            <Link
              to={`/settings/business-profiles/${profile.id}/reminders`}
              className="-my-3 inline-flex min-h-11 shrink-0 items-center font-medium text-ink text-sm underline underline-offset-4"
            >
              Automatic reminders
            </Link>
          ) : null
        }
      >
        <ReminderFields register={register} watch={watch} errors={errors} />
      </Card>
      <ActionBar>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving…">
          {profile ? "Save changes" : "Save business"}
        </Button>
      </ActionBar>
    </form>
  );
}

/** The email's default text, for a business that hasn't written its own. */
const formatDefaultMessage = (kind: DocumentKind) => `Hello {name},\n\n${TABLE[kind].emailText}`;

function SwitchField({
  control,
  name,
  label,
  help,
}: {
  control: Control<ProfileInput>;
  name: FieldPathByValue<ProfileInput, boolean>;
  label: string;
  help?: string;
}) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Switch
          label={label}
          help={help}
          checked={field.value}
          onCheckedChange={field.onChange}
          className="py-2"
        />
      )}
    />
  );
}
