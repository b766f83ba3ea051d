import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import { ContactForm } from "../../entities/contacts/ContactForm";
import { ContactNotFound } from "../../entities/contacts/ContactNotFound";
import { contactQuery } from "../../entities/contacts/queries";
import { useFormDraft } from "../../offline/form-drafts/useFormDraft";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { LeaveGuard } from "../../ui/form-guards";
import { ActionBar, Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";

export function EditContactPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { data: contact, error, isFetching, refetch } = useQuery(contactQuery(id));
  const keeping = useFormDraft(`contact ${id}`);
  const name = contact ? contact.name || contact.company : "Customer";
  const isGone = isStatus(error, 404);
  return (
    <Page width="narrow">
      <title>Edit customer · Plumbline</title>
      <PageHeader
        title="Edit customer"
        back={isGone ? { to: "/contacts", label: "Contacts" } : { to: `/contacts/${id}`, label: name }}
      />
      <Card>
        {contact && keeping ? (
          <ContactForm
            contact={contact}
            keeping={keeping}
            onSaved={() => navigate(`/contacts/${id}`, { replace: true })}
            actions={({ busy, unsaved }) => (
              <ActionBar>
                <LeaveGuard when={unsaved} />
                <Button type="submit" variant="primary" busy={busy} busyLabel="Saving…">
                  Save changes
                </Button>
              </ActionBar>
            )}
          />
        ) : isGone ? (
          <ContactNotFound />
        ) : error && !isFetching ? (
          <ErrorState
            title="This customer could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <FormSkeleton fields={7} />
        )}
      </Card>
    </Page>
  );
}
