import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, Merge, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import { WRITTEN_KINDS } from "../../documents/kind";
import type { Contact } from "../../entities/contacts/contact";
import { NoContact } from "../../entities/contacts/NoContact";
import { contactQuery } from "../../entities/contacts/queries";
import { useNeedsSignal } from "../../offline/waiting/useNeedsSignal";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { MainAction, Page, PageHeader } from "../../ui/PageHeader";
import { Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { BalanceCard } from "./BalanceCard";
import { ContactDetails } from "./ContactDetails";
import { ContactDocuments } from "./ContactDocuments";
import { DeleteDialog } from "./DeleteDialog";
import { MergeDialog } from "./MergeDialog";
import { RemindersCard } from "./RemindersCard";

export function ContactPage() {
  const { id = "" } = useParams();
  const { data: contact, error, isFetching, refetch } = useQuery(contactQuery(id));
  if (contact) return <Loaded contact={contact} />;
  return (
    <Page>
      <PageHeader title="Contact" back={{ to: "/contacts", label: "Contacts" }} />
      <Card>
        {isStatus(error, 404) ? (
          <NoContact />
        ) : error && !isFetching ? (
          <ErrorState
            title="This contact could not be loaded"
            message={errorMessage(error)}
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

function Loaded({ contact }: { contact: Contact }) {
  const [asking, setAsking] = useState(false);
  const [merging, setMerging] = useState(false);
  const byServer = useNeedsSignal();
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
                byServer({ label: "Merge with another", icon: Merge, onSelect: () => setMerging(true) }),
                byServer({
                  label: "Delete contact",
                  icon: Trash2,
                  danger: true,
                  separated: true,
                  onSelect: () => setAsking(true),
                }),
              ]}
            />
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4 md:gap-6">
          <BalanceCard contactId={contact.id} />
          <RemindersCard contactId={contact.id} />
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
      <MergeDialog contact={contact} open={merging} onOpenChange={setMerging} />
      <DeleteDialog
        contact={contact}
        open={asking}
        onOpenChange={setAsking}
        onMerge={() => setMerging(true)}
      />
    </Page>
  );
}
