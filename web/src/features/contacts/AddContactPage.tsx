import { useNavigate } from "react-router";
import { ContactForm } from "../../entities/contacts/ContactForm";
import { useFormDraft } from "../../offline/form-drafts/useFormDraft";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { LeaveGuard } from "../../ui/form-guards";
import { ActionBar, Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { toast } from "../../ui/toast";

export function AddContactPage() {
  const navigate = useNavigate();
  const keeping = useFormDraft("contact");
  return (
    <Page width="narrow">
      <title>New customer · Plumbline</title>
      <PageHeader title="New customer" back={{ to: "/contacts", label: "Contacts" }} />
      <Card>
        {keeping ? (
          <ContactForm
            keeping={keeping}
            onSaved={(contact) => {
              toast({ title: `${contact.name || contact.company} was added`, tone: "good" });
              navigate(`/contacts/${contact.id}`, { replace: true });
            }}
            actions={({ busy, unsaved }) => (
              <ActionBar>
                <LeaveGuard when={unsaved} />
                <Button type="submit" variant="primary" busy={busy} busyLabel="Saving…">
                  Save customer
                </Button>
              </ActionBar>
            )}
          />
        ) : (
          <FormSkeleton fields={7} />
        )}
      </Card>
    </Page>
  );
}
