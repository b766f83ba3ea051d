import { useNavigate } from "react-router";
import { FormPage } from "../../entities/forms/FormPage";
import { useFormDraft } from "../../offline/form-drafts/useFormDraft";
import { toast } from "../../ui/toast";
import { ContactForm } from "./ContactForm";

export function AddContactPage() {
  const navigate = useNavigate();
  const draft = useFormDraft("contact");
  return (
    <FormPage title="New customer" back={{ to: "/contacts", label: "Contacts" }} skeletonFields={7}>
      {draft && (
        <ContactForm
          saveLabel="Save customer"
          draft={draft}
          onSaved={(contact) => {
            toast({ title: `${contact.name || contact.company} was added`, tone: "good" });
            navigate(`/contacts/${contact.id}`, { replace: true });
          }}
        />
      )}
    </FormPage>
  );
}
