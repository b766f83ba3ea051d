import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { useFormSave } from "../../api/useFormSave";
import { type FormDraftHandle, useFormDraftSaving } from "../../offline/form-drafts/useFormDraft";
import { useLoadedRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { TextField } from "../../ui/TextField";
import { AddressFields } from "../addresses/AddressFields";
import {
  type Contact,
  type ContactInput,
  contactFields,
  createEmptyContact,
  siteFields,
  toContactInput,
  validateEmail,
} from "./contact";
import { ContactDetailsFields } from "./MoreFields";
import { useCreateContact, useUpdateContact } from "./mutations";
import { SiteFields } from "./SiteFields";

/**
 * Makes or changes a contact: on a page of its own and in the document editor's dialog. `actions` gets whether a
 * save is under way and whether something is typed that is not saved; it brings the submit button.
 */
export function ContactForm({
  contact,
  initialName,
  keeping,
  onSaved,
  actions,
}: {
  contact?: Contact;
  initialName?: string;
  /** Where what is typed is kept until it is saved; nowhere where it is opened over something else. */
  keeping?: FormDraftHandle;
  onSaved: (contact: Contact) => void;
  actions: (state: { busy: boolean; unsaved: boolean }) => ReactNode;
}) {
  const rules = useLoadedRules();
  const create = useCreateContact();
  const update = useUpdateContact();
  const form = useForm<ContactInput>({
    defaultValues: contact ? toContactInput(contact) : createEmptyContact(initialName),
  });
  const { register, watch, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  useFormDraftSaving(form, keeping, { isChanged: isDirty });

  const { save, problem } = useFormSave({
    recordName: "contact",
    form,
    id: keeping?.id,
    fields: [
      ...contactFields,
      ...watch("sites").flatMap((_, at) => siteFields.map((field) => `sites.${at}.${field}` as const)),
    ],
    write: (id, input) =>
      contact ? update.mutateAsync({ contact, input }) : create.mutateAsync({ id, input }),
    onSaved: (saved) => {
      keeping?.finish();
      onSaved(saved);
    },
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        // In the editor's dialog this form sits inside another one in React's tree.
        event.stopPropagation();
        void save(event);
      }}
      className="flex flex-col gap-6"
    >
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="off"
          autoCapitalize="words"
          error={errors.name?.message}
          {...register("name", {
            validate: (name, { company }) =>
              name.trim() !== "" || company.trim() !== "" || "Enter the customer’s name, or the company’s.",
          })}
        />
        <TextField
          label="Company"
          optional
          autoComplete="off"
          error={errors.company?.message}
          {...register("company")}
        />
        <TextField
          label="Email"
          optional
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          help="We send quotes and invoices here."
          error={errors.email?.message}
          {...register("email", { validate: (email) => validateEmail(rules, email) })}
        />
        <TextField
          label="Phone"
          optional
          type="tel"
          autoComplete="off"
          error={errors.phone?.message}
          {...register("phone")}
        />
      </div>
      <AddressFields bind={register} errors={errors} country={watch("country")} />
      <TextField
        label="Whole address in one line"
        optional
        autoComplete="off"
        help="Used if the fields above are empty."
        error={errors.address?.message}
        {...register("address")}
      />
      <SiteFields form={form} />
      <ContactDetailsFields form={form} />
      {actions({ busy: isSubmitting, unsaved: isDirty && !isSubmitting })}
    </form>
  );
}
