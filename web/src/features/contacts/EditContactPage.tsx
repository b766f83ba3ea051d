import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import { ContactForm } from "../../entities/contacts/ContactForm";
import { NoContact } from "../../entities/contacts/NoContact";
import { contactQuery } from "../../entities/contacts/queries";
import { useTyped } from "../../offline/typed/useTyped";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { LeaveGuard } from "../../ui/LeaveGuard";
import { ActionBar, Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";

export function EditContactPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { data: contact, error, isFetching, refetch } = useQuery(contactQuery(id));
  const keeping = useTyped(`contact ${id}`);
  const name = contact ? contact.name || contact.company : "Contact";
  const isGone = isStatus(error, 404);
  return (
    <Page width="narrow">
      <title>Edit contact · Plumbline</title>
      <PageHeader
        title="Edit contact"
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
          <NoContact />
        ) : error && !isFetching ? (
          <ErrorState
            title="This contact could not be loaded"
            message={errorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <FormSkeleton fields={7} />
        )}
      </Card>
    </Page>
  );
}
