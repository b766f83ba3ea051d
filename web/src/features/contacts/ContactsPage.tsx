import { useQuery } from "@tanstack/react-query";
import { Download, EllipsisVertical, FileUp, Plus, Users } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { Balances } from "../../api/generated/Balances";
import type { FilePath } from "../../api/generated/paths";
import { searchContacts } from "../../entities/contacts/contact";
import { balancesQuery, contactsQuery } from "../../entities/contacts/queries";
import { WaitingNotCounted } from "../../entities/waiting/WithoutWaiting";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import type { Sorting } from "../../ui/DataTable";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { SortPicker } from "../../ui/OrderButton";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NothingFound } from "../../ui/States";
import { useSearchText } from "../../ui/useSearchText";
import { ContactsTable } from "./ContactsTable";
import { contactOrders, sortContacts } from "./order";

const EXPORT_PATH: FilePath = "/api/contacts/export";

export function ContactsPage() {
  const empty = useQuery(contactsQuery).data?.length === 0;
  return (
    <Page width="table">
      <title>Contacts · Plumbline</title>
      <PageHeader
        title="Contacts"
        actions={
          // An empty list has its first action below.
          <>
            <Button asChild variant={empty ? "secondary" : "primary"} className="max-md:hidden">
              <Link to="/add-contact">
                <Plus aria-hidden size={20} strokeWidth={1.75} />
                Add contact
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
                { label: "Import contacts", icon: FileUp, to: "/contacts/import" },
                { label: "Export as CSV", icon: Download, file: EXPORT_PATH, disabled: empty },
              ]}
            />
          </>
        }
      />
      {empty ? <NoContacts /> : <ContactsList />}
    </Page>
  );
}

function NoContacts() {
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
        Contacts are your customers: who your quotes and invoices are for, and where they go. You can{" "}
        <Link to="/contacts/import" className="font-semibold text-ink underline underline-offset-4">
          import them from a file
        </Link>
        .
      </EmptyState>
    </Card>
  );
}

function ContactsList() {
  const [search, setSearch] = useSearchText();
  const sorting = useContactsSorting();
  const { data, error, isFetching, refetch } = useQuery(contactsQuery);
  const balances = useQuery(balancesQuery).data;
  const balancesById = new Map(balances?.contacts.map((balance) => [balance.contactId, balance]));
  const found = data ? searchContacts(data, search) : [];
  const rows = found.map((contact) => ({ contact, balance: balancesById.get(contact.id) }));
  return (
    <>
      <div className="mb-4 flex gap-2 md:max-w-sm">
        <SearchBox label="Search contacts" value={search} onValueChange={setSearch} />
        <SortPicker options={contactOrders} sorting={sorting} />
      </div>
      {data ? (
        <ContactsSummary foundCount={found.length} totalCount={data.length} balances={balances} />
      ) : null}
      <Card flush>
        {data ? (
          rows.length > 0 ? (
            <ContactsTable rows={sortContacts(rows, sorting.by, sorting.direction)} sorting={sorting} />
          ) : (
            <NothingFound search={search} onClear={() => setSearch("")} />
          )
        ) : error && !isFetching ? (
          <ErrorState
            title="Your contacts could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton />
        )}
      </Card>
    </>
  );
}

/** How many there are, and what all of them owe: the figure of the dashboard and of the outstanding invoices. */
function ContactsSummary({
  foundCount,
  totalCount,
  balances,
}: {
  foundCount: number;
  totalCount: number;
  balances: Balances | undefined;
}) {
  const { gbp } = useRules();
  const countText = foundCount === totalCount ? `${totalCount}` : `${foundCount} of ${totalCount}`;
  return (
    <>
      <p className="mb-2 text-quiet text-sm">
        {`${countText} ${totalCount === 1 ? "contact" : "contacts"}`}
        {balances && Number(balances.outstanding) > 0 ? (
          <>
            {" · "}
            <Link
              to="/invoices?status=outstanding"
              className="underline decoration-line-strong underline-offset-4 hover:text-ink"
            >
              <Money text={gbp(balances.outstanding)} className="font-semibold text-ink" />
              {" owed in all"}
            </Link>
            {Number(balances.others) > 0
              ? `, ${gbp(balances.others)} of it by customers you’ve deleted`
              : null}
            {" · "}
            <Link to="/owed" className="underline decoration-line-strong underline-offset-4 hover:text-ink">
              Who owes me
            </Link>
          </>
        ) : null}
      </p>
      <WaitingNotCounted className="mb-2" />
    </>
  );
}

/** The order that the address asks for. */
function useContactsSorting(): Sorting {
  const [params, setParams] = useSearchParams();
  const requestedSort = params.get("sort");
  const by = contactOrders.some(({ sort }) => sort !== "" && sort === requestedSort) ? requestedSort : null;
  return {
    by,
    direction: params.get("order") === "desc" ? "desc" : "asc",
    onSort: (sort, way) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete("sort");
          next.delete("order");
          if (sort !== "") {
            next.set("sort", sort);
            next.set("order", way);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
