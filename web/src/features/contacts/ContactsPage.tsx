import { useQuery } from "@tanstack/react-query";
import { Plus, Users } from "lucide-react";
import { Link } from "react-router";
import { errorMessage } from "../../api/errors";
import { type Contact, searchContacts } from "../../entities/contacts/contact";
import { contactsQuery } from "../../entities/contacts/queries";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NothingFound } from "../../ui/States";
import { useSearchText } from "../../ui/useSearchText";

const columns: Column<Contact>[] = [
  { id: "name", header: "Name", width: "w-[26%]", cell: (contact) => contact.name || contact.company },
  { id: "company", header: "Company", cell: (contact) => (contact.name ? contact.company : "") },
  {
    id: "place",
    header: "Place",
    cell: (contact) => [contact.city, contact.post_code].filter(Boolean).join(" "),
  },
  { id: "phone", header: "Phone", width: "w-36", cell: (contact) => contact.phone },
  { id: "email", header: "Email", width: "w-[25%]", cell: (contact) => contact.email },
];

export function ContactsPage() {
  const empty = useQuery(contactsQuery).data?.length === 0;
  return (
    <Page>
      <title>Contacts · Plumbline</title>
      <PageHeader
        title="Contacts"
        actions={
          // An empty list has its first action below.
          <Button asChild variant={empty ? "secondary" : "primary"} className="max-md:hidden">
            <Link to="/add-contact">
              <Plus aria-hidden size={20} strokeWidth={1.75} />
              Add contact
            </Link>
          </Button>
        }
      />
      <Contacts />
    </Page>
  );
}

function Contacts() {
  const [search, setSearch] = useSearchText();
  const { data, error, isFetching, refetch } = useQuery(contactsQuery);
  if (data?.length === 0) {
    return (
      <Card flush>
        <EmptyState
          icon={Users}
          title="No contacts yet"
          action={
            <Button asChild variant="primary">
              <Link to="/add-contact">Add your first contact</Link>
            </Button>
          }
        >
          Contacts are your customers: whom a quote or an invoice is for, and where it is sent.
        </EmptyState>
      </Card>
    );
  }
  const found = data ? searchContacts(data, search) : [];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex md:max-w-sm">
        <SearchBox label="Search contacts" value={search} onValueChange={setSearch} />
      </div>
      <Card flush>
        {data ? (
          found.length > 0 ? (
            <DataTable
              label="Contacts"
              rows={found}
              rowKey={({ id }) => id}
              columns={columns}
              to={({ id }) => `/contacts/${id}`}
              card={(contact) => ({
                title: contact.name || contact.company,
                detail:
                  [contact.name ? contact.company : "", contact.city, inOnePiece(contact.post_code)]
                    .filter(Boolean)
                    .join(" · ") ||
                  contact.phone ||
                  contact.email,
              })}
            />
          ) : (
            <NothingFound search={search} onClear={() => setSearch("")} />
          )
        ) : error && !isFetching ? (
          <ErrorState
            title="Your contacts could not be loaded"
            message={errorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton />
        )}
      </Card>
    </div>
  );
}

/** A postcode does not go on in the next line. */
const inOnePiece = (postcode: string) => postcode.replaceAll(" ", "\u00a0");
