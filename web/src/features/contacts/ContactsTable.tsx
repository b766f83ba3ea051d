import { CircleAlert } from "lucide-react";
import { formatPostcode } from "../../entities/addresses/addresses";
import type { Contact } from "../../entities/contacts/contact";
import { WaitingBadge } from "../../entities/waiting/WaitingBadge";
import { useRules } from "../../rules/rules";
import { type Column, DataTable, type Sorting } from "../../ui/DataTable";
import { useGrowingRows } from "../../ui/hooks";
import { Money } from "../../ui/Money";
import type { ContactRow } from "./order";

/** The contacts with what each owes: a table on desktop, cards on phones. */
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
      from: "xl",
      cell: ({ contact }) => [contact.city, contact.post_code].filter(Boolean).join(" "),
    },
    { id: "phone", header: "Phone", width: "w-36", cell: ({ contact }) => contact.phone },
    { id: "email", header: "Email", width: "w-[22%]", from: "lg", cell: ({ contact }) => contact.email },
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
          // Without a company what is next takes its line, beside what is said of the amount.
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

/** What is owed, in red words too where some of it is late. */
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
