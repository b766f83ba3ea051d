import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { ContactNotFound } from "../../entities/contacts/ContactNotFound";
import { contactQuery } from "../../entities/contacts/queries";
import { FormPage } from "../../entities/forms/FormPage";
import { useFormDraft } from "../../offline/form-drafts/useFormDraft";
import { ContactForm } from "./ContactForm";

export function EditContactPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const query = useQuery(contactQuery(id));
  const contact = query.data;
  const draft = useFormDraft(`contact ${id}`);
  const name = contact ? contact.name || contact.company : "Customer";
  return (
    <FormPage
      title="Edit customer"
      back={
        isStatus(query.error, 404)
          ? { to: "/contacts", label: "Contacts" }
          : { to: `/contacts/${id}`, label: name }
      }
      record={{ query, errorTitle: "This customer could not be loaded", absent: <ContactNotFound /> }}
      skeletonFields={7}
    >
      {contact && draft && (
        <ContactForm
          saveLabel="Save changes"
          contact={contact}
          draft={draft}
          onSaved={() => navigate(`/contacts/${id}`, { replace: true })}
        />
      )}
    </FormPage>
  );
}
