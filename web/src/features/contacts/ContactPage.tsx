import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, Merge, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import { WRITTEN_KINDS } from "../../documents/kind";
import { ContactNotFound } from "../../entities/contacts/ContactNotFound";
import type { Contact } from "../../entities/contacts/contact";
import { contactQuery } from "../../entities/contacts/queries";
import { useSignalMark } from "../../offline/waiting/useNeedsSignal";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { MainAction, Page, PageHeader } from "../../ui/PageHeader";
import { Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { ContactBalanceCard } from "./BalanceCard";
import { ContactDetails } from "./ContactDetails";
import { ContactDocuments } from "./ContactDocuments";
import { DeleteContactDialog } from "./DeleteDialog";
import { MergeContactsDialog } from "./MergeContactsDialog";
import { ContactRemindersCard } from "./RemindersCard";

export function ContactPage() {
  const { id = "" } = useParams();
  const { data: contact, error, isFetching, refetch } = useQuery(contactQuery(id));
  if (contact) return <ContactView contact={contact} />;
  return (
    <Page>
      <PageHeader title="Contact" back={{ to: "/contacts", label: "Contacts" }} />
      <Card>
        {isStatus(error, 404) ? (
          <ContactNotFound />
        ) : error && !isFetching ? (
          <ErrorState
            title="This contact could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <div role="status" aria-label="Loading" className="flex flex-col gap-4">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-5 w-64" />
            <Skeleton className="h-5 w-40" />
          </div>
        )}
      </Card>
    </Page>
  );
}

function ContactView({ contact }: { contact: Contact }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const [isMerging, setIsMerging] = useState(false);
  const byServer = useSignalMark();
  const name = contact.name || contact.company;

  return (
    <Page>
      <title>{`${name} · Plumbline`}</title>
      <PageHeader
        title={name}
        subtitle={contact.name ? contact.company : undefined}
        back={{ to: "/contacts", label: "Contacts" }}
        actions={
          <>
            {WRITTEN_KINDS.map(({ kind, name, path }) => (
              // On a phone the first is at its foot, and the others have no room for a sign.
              <Button asChild key={kind} className={cx(kind === "quote" && "max-md:hidden")}>
                <Link to={`${path}/create?contactId=${contact.id}`}>
                  <Plus aria-hidden size={18} strokeWidth={1.75} className="max-md:hidden" />
                  {`New ${name}`}
                </Link>
              </Button>
            ))}
            <Button asChild>
              <Link to={`/contacts/${contact.id}/edit`}>
                <Pencil aria-hidden size={18} strokeWidth={1.75} />
                Edit
              </Link>
            </Button>
            <DropdownMenu
              trigger={
                <IconButton
                  label="More actions"
                  variant="secondary"
                  icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
                />
              }
              items={[
                byServer({ label: "Merge with another", icon: Merge, onSelect: () => setIsMerging(true) }),
                byServer({
                  label: "Delete contact",
                  icon: Trash2,
                  danger: true,
                  separated: true,
                  onSelect: () => setIsDeleting(true),
                }),
              ]}
            />
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4 md:gap-6">
          <ContactBalanceCard contactId={contact.id} />
          <ContactRemindersCard contactId={contact.id} />
          <ContactDetails contact={contact} />
        </div>
        <ContactDocuments contactId={contact.id} />
      </div>
      <div className="md:hidden">
        <MainAction>
          <Button asChild variant="primary" block>
            <Link to={`/quotes/create?contactId=${contact.id}`}>
              <Plus aria-hidden size={20} strokeWidth={1.75} />
              New quote
            </Link>
          </Button>
        </MainAction>
      </div>
      <MergeContactsDialog contact={contact} open={isMerging} onOpenChange={setIsMerging} />
      <DeleteContactDialog
        contact={contact}
        open={isDeleting}
        onOpenChange={setIsDeleting}
        onMerge={() => setIsMerging(true)}
      />
    </Page>
  );
}
