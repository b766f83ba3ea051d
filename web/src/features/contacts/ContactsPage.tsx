import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Download, EllipsisVertical, FileUp, Plus, Users } from "lucide-react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { Balance } from "../../api/generated/Balance";
import type { Balances } from "../../api/generated/Balances";
import type { FilePath } from "../../api/generated/paths";
import { formatPostcode } from "../../entities/addresses/addresses";
import { type Contact, searchContacts } from "../../entities/contacts/contact";
import { balancesQuery, contactsQuery } from "../../entities/contacts/queries";
import { WaitingBadge, WaitingNotCounted } from "../../entities/waiting/WaitingBadge";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable, type SortDirection, type Sorting } from "../../ui/DataTable";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { useGrowingRows } from "../../ui/hooks";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { type SortOption, SortPicker } from "../../ui/OrderButton";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox, useSearchText } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NothingFound } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";

/** A contact with the amount they owe. */
export interface ContactRow {
  contact: Contact;
  balance: Balance | undefined;
}

/** The orders of the list, by column ids. By name when there is no id. */
export const contactOrders: SortOption[] = [
  { sort: "", order: "asc", label: "Name, A to Z" },
  { sort: "name", order: "desc", label: "Name, Z to A" },
  { sort: "owed", order: "desc", label: "Owed, highest first" },
  { sort: "owed", order: "asc", label: "Owed, lowest first" },
  { sort: "added", order: "desc", label: "Newest first" },
];

/** Pounds for comparing only: the amounts and sums on screen are the server's. */
const getOutstandingAmount = ({ balance }: ContactRow) => Number(balance?.outstanding ?? 0);

/** Sorts the rows, which are already sorted by name: equal rows stay in that order. */
export function sortContacts(rows: ContactRow[], by: string | null, order: SortDirection): ContactRow[] {
  const factor = order === "desc" ? -1 : 1;
  switch (by) {
    case "name":
      return order === "desc" ? rows.toReversed() : rows;
    case "owed":
      return rows.toSorted((a, b) => factor * (getOutstandingAmount(a) - getOutstandingAmount(b)));
    case "added":
      return rows.toSorted((a, b) => factor * (a.contact.createdAt - b.contact.createdAt));
    default:
      return rows;
  }
}

/** The contacts with the amount each owes: a table on desktop, cards on phones. */
export function ContactsTable({ rows, sorting }: { rows: ContactRow[]; sorting: Sorting }) {
  const { gbp } = useRules();
  const { visible, end } = useGrowingRows(rows);
  const columns: Column<ContactRow>[] = [
    {
      id: "name",
      header: "Name",
      width: "w-[24%]",
      firstDirection: "asc",
      cell: ({ contact }) => (
        <>
          {contact.name || contact.company} <WaitingBadge sort="contact" id={contact.id} />
        </>
      ),
    },
    { id: "company", header: "Company", cell: ({ contact }) => (contact.name ? contact.company : "") },
    {
      id: "place",
      header: "Place",
      from: "2xl",
      cell: ({ contact }) => [contact.city, contact.post_code].filter(Boolean).join(" "),
    },
    { id: "phone", header: "Phone", width: "w-36", cell: ({ contact }) => contact.phone },
    { id: "email", header: "Email", width: "w-[28%]", from: "lg", cell: ({ contact }) => contact.email },
    {
      id: "owed",
      header: "Owed",
      width: "w-32",
      align: "right",
      firstDirection: "desc",
      cell: ({ balance }) => balance && <OwedAmount balance={balance} />,
    },
  ];
  return (
    <>
      <DataTable
        label="Contacts"
        rows={visible}
        rowKey={({ contact }) => contact.id}
        columns={columns}
        sorting={sorting}
        to={({ contact }) => `/contacts/${contact.id}`}
        card={({ contact, balance }) => ({
          title: contact.name || contact.company,
          amount: balance && <Money text={gbp(balance.outstanding)} />,
          // Without a company the next detail takes its line, beside the note about the amount.
          note: (contact.name && contact.company) || describePlace(contact) || contact.phone || contact.email,
          amountNote: balance && (Number(balance.overdue) > 0 ? "overdue" : "owed"),
          status: <WaitingBadge sort="contact" id={contact.id} />,
          detail:
            contact.name && contact.company ? describePlace(contact) || contact.phone || contact.email : "",
        })}
      />
      {end ? <div ref={end} aria-hidden className="h-px" /> : null}
    </>
  );
}

/** The amount owed, with a red text where some of it is overdue. */
function OwedAmount({ balance }: { balance: NonNullable<ContactRow["balance"]> }) {
  const { gbp } = useRules();
  const isOverdue = Number(balance.overdue) > 0;
  return (
    <span title={isOverdue ? `${gbp(balance.overdue)} overdue` : undefined}>
      {isOverdue ? (
        <CircleAlert aria-hidden size={14} strokeWidth={2} className="-mt-0.5 mr-1 inline text-bad" />
      ) : null}
      <Money
        text={gbp(balance.outstanding)}
        className={isOverdue ? "font-semibold text-bad" : "font-semibold text-ink"}
      />
      {isOverdue ? <span className="sr-only">{`, ${gbp(balance.overdue)} of it overdue`}</span> : null}
    </span>
  );
}

const describePlace = (contact: Contact) =>
  [contact.city, formatPostcode(contact.post_code)].filter(Boolean).join(" · ");

const EXPORT_PATH: FilePath = "/api/contacts/export";

export function ContactsPage() {
  const empty = useQuery(contactsQuery).data?.length === 0;
  return (
    <Page width="table">
      <title>Contacts · Plumbline</title>
      <PageHeader
        title="Contacts"
        actions={
          // An empty list displays its first action below.
          <>
            <Button asChild variant={empty ? "secondary" : "primary"} className="max-md:hidden">
              <Link to="/add-contact">
                <Plus aria-hidden size={20} strokeWidth={1.75} />
                Add customer
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
        title="No customers yet"
        action={
          <Button asChild variant="primary">
            <Link to="/add-contact">Add your first customer</Link>
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
        <SearchBox label="Search customers" value={search} onValueChange={setSearch} />
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
            title="Your customers could not be loaded"
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

/**
 * How many contacts there are, and the total that they owe: the same amount as on the dashboard and the
 * outstanding invoices.
 */
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
        {`${countText} ${totalCount === 1 ? "customer" : "customers"}`}
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
            <Link
              to="/owed"
              className="whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:text-ink"
            >
              Who owes me
            </Link>
          </>
        ) : null}
      </p>
      <WaitingNotCounted className="mb-2" />
    </>
  );
}

/** The order given in the address. */
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
