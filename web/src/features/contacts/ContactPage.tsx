import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { EllipsisVertical, Merge, Pencil, Plus, ScrollText, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import { get, put } from "../../api/requests";
import { ALL_KINDS, WRITTEN_KINDS } from "../../documents/kind";
import { documentKeys } from "../../documents/queries";
import { ContactNotFound } from "../../entities/contacts/ContactNotFound";
import type { Contact } from "../../entities/contacts/contact";
import { useDeleteContact } from "../../entities/contacts/mutations";
import { balancesQuery, contactKeys, contactQuery } from "../../entities/contacts/queries";
import { WaitingNotCounted } from "../../entities/waiting/WaitingBadge";
import { useSignalMark } from "../../offline/waiting/useNeedsSignal";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Switch } from "../../ui/Checkbox";
import { cx } from "../../ui/cx";
import { ConfirmDialog, Dialog } from "../../ui/Dialog";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { MainAction, Page, PageHeader } from "../../ui/PageHeader";
import { LoadingRegion, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { ContactDetails } from "./ContactDetails";
import { ContactDocuments } from "./ContactDocuments";
import { MergeContactsDialog } from "./MergeContactsDialog";
import { contactTotalQuery } from "./queries";

/** What this customer owes: the sum of their outstanding invoices. */
export function ContactBalanceCard({ contactId }: { contactId: string }) {
  const { gbp } = useRules();
  const { data, isError } = useQuery(balancesQuery);
  // Without a connection, and with nothing cached, there is nothing to display.
  if (isError && !data) return null;
  if (!data) {
    return (
      <Card>
        <LoadingRegion>
          <Skeleton className="h-12 w-40" />
        </LoadingRegion>
      </Card>
    );
  }
  const balance = data.contacts.find((one) => one.contactId === contactId);
  return (
    <Card>
      <p className="text-quiet text-sm">Owes you</p>
      <p className="font-semibold text-2xl text-ink tracking-tight max-sm:text-[length:min(1.75rem,8.5vw)]">
        <Money text={gbp(balance?.outstanding ?? "0.00")} />
      </p>
      {balance ? (
        <p className="text-quiet text-sm">
          {balance.invoices === 1 ? "on 1 invoice" : `on ${balance.invoices} invoices`}
          {Number(balance.overdue) > 0 ? (
            <span className="font-medium text-bad">{`, ${gbp(balance.overdue)} overdue`}</span>
          ) : null}
        </p>
      ) : (
        <p className="text-quiet text-sm">Nothing is outstanding.</p>
      )}
      <WaitingNotCounted className="mt-1" />
      <Button asChild className="mt-3" block>
        <Link to={`/contacts/${contactId}/statement`}>
          <ScrollText aria-hidden size={18} strokeWidth={1.75} />
          Statement
        </Link>
      </Button>
    </Card>
  );
}

/**
 * Confirms deleting a contact. One that has documents can't be deleted: the dialog then says what to do
 * instead.
 */
export function DeleteContactDialog({
  contact,
  open,
  onOpenChange,
  onMerge,
}: {
  contact: Contact;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Merges this contact with another, instead of deleting it. */
  onMerge: () => void;
}) {
  const navigate = useNavigate();
  const deleteContact = useDeleteContact();
  const totals = useQueries({
    queries: ALL_KINDS.map(({ kind }) => ({ ...contactTotalQuery(kind, contact.id), enabled: open })),
  });
  const name = contact.name || contact.company;
  const documents = totals.reduce((sum, { data }) => sum + (data ?? 0), 0);

  const handleDelete = async () => {
    try {
      await deleteContact.mutateAsync(contact);
      navigate("/contacts", { replace: true });
      toast({ title: `${name} was deleted` });
    } catch (error) {
      onOpenChange(false);
      toast({ title: `${name} wasn’t deleted`, description: getErrorMessage(error), tone: "bad" });
    }
  };

  if (documents > 0) {
    const merge = () => {
      onOpenChange(false);
      onMerge();
    };
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={`${name} can’t be deleted`}
        description={`${documents === 1 ? "A quote or invoice is" : `${documents} quotes and invoices are`} for this customer. You can delete drafts, but not what you’ve sent. If this customer is in the list twice, merge the two.`}
        footer={
          <>
            <Button onClick={() => onOpenChange(false)}>Keep customer</Button>
            <Button variant="primary" onClick={merge}>
              Merge with another
            </Button>
          </>
        }
      />
    );
  }
  return (
    <ConfirmDialog
      // Opens after a moment, so that a contact with documents isn't confirmed first and refused afterwards.
      open={open && totals.every(({ isPending }) => !isPending)}
      onOpenChange={onOpenChange}
      title={`Delete ${name}?`}
      description="This deletes their details, notes and job addresses. It can’t be undone."
      confirmLabel="Delete customer"
      busy={deleteContact.isPending}
      onConfirm={handleDelete}
    />
  );
}

const contactChasingQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactKeys.one(id), "chasing"] as const,
    queryFn: ({ signal }) => get("/api/contacts/{id}/chasing", { params: { id }, signal }),
  });

/** Whether a business's reminder plan reminds this customer about invoices and quotes. */
export function ContactRemindersCard({ contactId }: { contactId: string }) {
  const client = useQueryClient();
  const { data } = useQuery(contactChasingQuery(contactId));
  const change = useMutation({
    mutationFn: (off: boolean) =>
      put("/api/contacts/{id}/chasing", { params: { id: contactId }, body: { off } }),
    onSuccess: (now) => {
      client.setQueryData(contactChasingQuery(contactId).queryKey, now);
      for (const { kind } of ALL_KINDS) void client.invalidateQueries({ queryKey: documentKeys.all(kind) });
    },
    onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
  });
  if (!data) return null;
  return (
    <Card>
      <Switch
        label="Automatic reminders"
        help={data.off ? "No automatic reminders." : "Follows your reminder settings."}
        checked={!data.off}
        disabled={change.isPending}
        onCheckedChange={(on) => change.mutate(!on)}
      />
    </Card>
  );
}

export function ContactPage() {
  const { id = "" } = useParams();
  const { data: contact, error, isFetching, refetch } = useQuery(contactQuery(id));
  if (contact) return <ContactView contact={contact} />;
  return (
    <Page>
      <PageHeader title="Customer" back={{ to: "/contacts", label: "Contacts" }} />
      <Card>
        {isStatus(error, 404) ? (
          <ContactNotFound />
        ) : error && !isFetching ? (
          <ErrorState
            title="This customer could not be loaded"
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
              // On a phone 'New quote' is at the foot of the screen, and the other buttons are too narrow for
              // an icon.
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
                  label: "Delete customer",
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
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
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
