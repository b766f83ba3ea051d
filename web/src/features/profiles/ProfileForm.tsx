import { type ReactNode, useEffect } from "react";
import { Controller } from "react-hook-form";
import { Link, useLocation } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { KINDS as TABLE } from "../../api/generated/kinds";
import { AddressFields } from "../../entities/addresses/AddressFields";
import { RecordForm } from "../../entities/forms/RecordForm";
import { useRecordForm } from "../../entities/forms/useRecordForm";
import {
  createEmptyProfile,
  type Profile,
  profileFields,
  tidySortCode,
  toProfileInput,
} from "../../entities/profiles/profile";
import { VatNumberField } from "../../entities/vat/VatNumberField";
import { Card } from "../../ui/Card";
import { FormSwitch, FormTextArea, FormTextField } from "../../ui/form-fields";
import { TextField } from "../../ui/TextField";
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
  const { form, saving } = useRecordForm({
    recordName: "profile",
    values: profile ? toProfileInput(profile) : createEmptyProfile(),
    fields: profileFields,
    write: (id, input) =>
      profile ? update.mutateAsync({ profile, input }) : create.mutateAsync({ id, input }),
    onSaved,
  });
  const { register, control, watch, formState } = form;
  const { errors } = formState;
  const sortCode = register("sortCode");

  return (
    <RecordForm saving={saving} saveLabel={profile ? "Save changes" : "Save business"} gap="gap-4 md:gap-6">
      <Card title="Business">
        <div className="grid gap-4 md:grid-cols-2">
          <FormTextField
            control={control}
            name="name"
            label="Business name"
            autoComplete="organization"
            className="md:col-span-2"
            validate={(name) => name.trim() !== "" || "Enter your business’s name."}
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
          <FormTextField
            control={control}
            name="email"
            label="Email"
            optional
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
          />
          <FormTextField
            control={control}
            name="phone"
            label="Phone"
            optional
            type="tel"
            autoComplete="tel"
          />
          <FormTextField
            control={control}
            name="website"
            label="Website"
            optional
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            className="md:col-span-2"
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
          <FormTextField
            control={control}
            name="registrationNumber"
            label="Company registration"
            optional
            autoCapitalize="characters"
          />
          <FormTextField
            control={control}
            name="ownerName"
            label="Your own name"
            optional
            autoComplete="name"
            autoCapitalize="words"
            className="md:col-span-2"
            help="Sole traders and partners with a business name must show their own names too. Limited companies can leave this empty."
          />
          <FormTextArea
            control={control}
            name="serviceAddress"
            label="Address for service"
            optional
            rows={3}
            className="md:col-span-2"
            help="Where people can send you legal papers, if not to the address above."
          />
          <FormTextField
            control={control}
            name="peppolId"
            label="Peppol address"
            optional
            autoCapitalize="none"
            placeholder="0088:5060012349998"
            className="md:col-span-2"
            help="For e-invoices. Leave empty to use your VAT number."
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
          <FormSwitch control={control} name="accepts_bank_transfer" label="Bank transfer" className="py-2" />
          {watch("accepts_bank_transfer") ? (
            <div className="grid gap-4 py-4 md:grid-cols-2">
              <FormTextField control={control} name="bankName" label="Bank" optional />
              <FormTextField control={control} name="accountName" label="Account name" optional />
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
              <FormTextField
                control={control}
                name="accountNumber"
                label="Account number"
                optional
                inputMode="numeric"
                placeholder="8 digits"
              />
            </div>
          ) : null}
          <FormSwitch control={control} name="accepts_cash" label="Cash" className="py-2" />
          {profile?.stripe_account_id ? (
            <FormSwitch
              control={control}
              name="accepts_card"
              label="Card"
              help="Paid into your Stripe account."
              className="py-2"
            />
          ) : null}
          <FormSwitch
            control={control}
            name="accepts_paypal"
            label="PayPal"
            help="Offered on invoices."
            className="py-2"
          />
          {watch("accepts_paypal") ? (
            <div className="py-4">
              <FormTextField
                control={control}
                name="paypal"
                label="PayPal.Me link or email"
                optional
                help="Without it we don’t offer PayPal to customers."
                placeholder="paypal.me/yourname"
                autoCapitalize="none"
                inputMode="email"
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
          <FormTextArea control={control} name="quoteTerms" label="Terms on quotes" optional rows={4} />
          <FormTextArea control={control} name="invoiceTerms" label="Terms on invoices" optional rows={4} />
        </div>
      </Card>
      <Card
        title="Your emails"
        hint="What the email with a quote or invoice says. You can change it each time you send one."
      >
        <div className="flex flex-col gap-4">
          <FormTextArea
            control={control}
            name="quoteMessage"
            label="Email with a quote"
            optional
            rows={4}
            maxLength={5000}
            placeholder={formatDefaultMessage("quote")}
            help="We replace {name} with your customer’s name."
          />
          <FormTextArea
            control={control}
            name="invoiceMessage"
            label="Email with an invoice"
            optional
            rows={4}
            maxLength={5000}
            placeholder={formatDefaultMessage("invoice")}
            help="We replace {name} with your customer’s name."
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
        <ReminderFields control={control} watch={watch} />
      </Card>
    </RecordForm>
  );
}

/** The email's default text, for a business that hasn't written its own. */
const formatDefaultMessage = (kind: DocumentKind) => `Hello {name},\n\n${TABLE[kind].emailText}`;
