import { useQuery } from "@tanstack/react-query";
import { Mail, MapPin, MoreHorizontal, Pencil, Phone, Trash2, UserX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import { ALL_KINDS } from "../../documents/kind";
import { KIND_ICONS } from "../../documents/kindIcons";
import { addressLines } from "../../entities/addresses/addresses";
import type { Contact } from "../../entities/contacts/contact";
import { useDeleteContact } from "../../entities/contacts/mutations";
import { contactQuery } from "../../entities/contacts/queries";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ConfirmDialog } from "../../ui/Dialog";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { Page, PageHeader } from "../../ui/PageHeader";
import { Skeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { ContactDocuments } from "./ContactDocuments";

export function ContactPage() {
  const { id = "" } = useParams();
  const { data: contact, error, isFetching, refetch } = useQuery(contactQuery(id));
  if (contact) return <Loaded contact={contact} />;
  return (
    <Page>
      <PageHeader title="Contact" back={{ to: "/contacts", label: "Contacts" }} />
      <Card>
        {isStatus(error, 404) ? (
          <EmptyState
            icon={UserX}
            title="This contact does not exist"
            action={
              <Button asChild>
                <Link to="/contacts">See all contacts</Link>
              </Button>
            }
          >
            It may have been deleted.
          </EmptyState>
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
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const del = useDeleteContact();
  const name = contact.name || contact.company;

  const confirmDelete = async () => {
    try {
      await del.mutateAsync(contact);
      navigate("/contacts", { replace: true });
      toast({ title: `${name} was deleted` });
    } catch (error) {
      setAsking(false);
      toast({ title: `${name} was not deleted`, description: errorMessage(error), tone: "bad" });
    }
  };

  return (
    <Page>
      <title>{`${name} · Plumbline`}</title>
      <PageHeader
        title={name}
        subtitle={contact.name ? contact.company : undefined}
        back={{ to: "/contacts", label: "Contacts" }}
        actions={
          <>
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
                  icon={<MoreHorizontal aria-hidden size={20} strokeWidth={1.75} />}
                />
              }
              items={[
                ...ALL_KINDS.map(({ kind, name, path }) => ({
                  label: `New ${name}`,
                  icon: KIND_ICONS[kind],
                  to: `${path}/create?contactId=${contact.id}`,
                })),
                {
                  label: "Delete contact",
                  icon: Trash2,
                  danger: true,
                  separated: true,
                  onSelect: () => setAsking(true),
                },
              ]}
            />
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <Card flush>
          <ContactDetails contact={contact} />
        </Card>
        <ContactDocuments contactId={contact.id} />
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${name}?`}
        description="Quotes and invoices that were already sent keep this customer's details. This cannot be undone."
        confirmLabel="Delete contact"
        busy={del.isPending}
        onConfirm={confirmDelete}
      />
    </Page>
  );
}

function ContactDetails({ contact }: { contact: Contact }) {
  const address = addressLines(contact);
  const rows: { id: string; icon: typeof Phone; href?: string; text: ReactNode }[] = [];
  if (contact.phone) {
    rows.push({
      id: "phone",
      icon: Phone,
      href: `tel:${contact.phone.replace(/\s/g, "")}`,
      text: contact.phone,
    });
  }
  if (contact.email)
    rows.push({ id: "email", icon: Mail, href: `mailto:${contact.email}`, text: contact.email });
  if (address.length > 0) {
    rows.push({
      id: "address",
      icon: MapPin,
      text: address.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      )),
    });
  }
  if (rows.length === 0) {
    return (
      <p className="p-5 text-quiet">
        No phone, email or address yet.{" "}
        <Link
          to={`/contacts/${contact.id}/edit`}
          className="font-semibold text-ink underline underline-offset-4"
        >
          Add them
        </Link>
      </p>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ id, icon: Icon, href, text }) => (
        <li key={id}>
          <Row href={href}>
            <Icon aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-quiet" />
            <span className="wrap-anywhere min-w-0 text-ink">{text}</span>
          </Row>
        </li>
      ))}
    </ul>
  );
}

const rowClass = "flex min-h-14 items-start gap-3 px-4 py-4 md:px-5";

/** A line of the details; what can be rung or written to is a link. */
function Row({ href, children }: { href?: string; children: ReactNode }) {
  if (!href) return <div className={rowClass}>{children}</div>;
  return (
    <a
      href={href}
      className={`${rowClass} transition-colors hover:bg-canvas focus-visible:outline-offset-[-2px]`}
    >
      {children}
    </a>
  );
}
