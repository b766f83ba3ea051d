import { ContactFields, useContactForm } from "../../entities/contacts/ContactFields";
import { RecordForm } from "../../entities/forms/RecordForm";
import { Card } from "../../ui/Card";

/** The form of a contact on its own page. */
export function ContactForm({
  saveLabel,
  ...options
}: { saveLabel: string } & Parameters<typeof useContactForm>[0]) {
  const { form, saving } = useContactForm(options);
  return (
    <Card>
      <RecordForm saving={saving} saveLabel={saveLabel} gap="gap-6">
        <ContactFields form={form} />
      </RecordForm>
    </Card>
  );
}
