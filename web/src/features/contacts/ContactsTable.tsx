import { CircleAlert } from "lucide-react";
import { inOnePiece } from "../../entities/addresses/addresses";
import type { Contact } from "../../entities/contacts/contact";
import { WaitsMark } from "../../entities/here/WaitsMark";
import { useRules } from "../../rules/rules";
import { type Column, DataTable, type Sorting } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { useGrowing } from "../../ui/useGrowing";
import type { ContactRow } from "./order";

/** The contacts with what each owes: a table on desktop, cards on phones. */
export function ContactsTable({ rows, sorting }: { rows: ContactRow[]; sorting: Sorting }) {
  const { gbp } = useRules();
  const { shown, end } = useGrowing(rows);
  const columns: Column<ContactRow>[] = [
    {
      id: "name",
      header: "Name",
      width: "w-[24%]",
      sorts: "asc",
      cell: ({ contact }) => (
        <>
          {contact.name || contact.company} <WaitsMark sort="contact" id={contact.id} />
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
      sorts: "desc",
      cell: ({ balance }) => balance && <Owed balance={balance} />,
    },
  ];
  return (
    <>
      <DataTable
        label="Contacts"
        rows={shown}
        rowKey={({ contact }) => contact.id}
        columns={columns}
        sorting={sorting}
        to={({ contact }) => `/contacts/${contact.id}`}
        card={({ contact, balance }) => ({
          title: contact.name || contact.company,
          amount: balance && <Money text={gbp(balance.outstanding)} />,
          // Without a company what is next takes its line, beside what is said of the amount.
          note: (contact.name && contact.company) || placeOf(contact) || contact.phone || contact.email,
          amountNote: balance && (Number(balance.overdue) > 0 ? "overdue" : "owed"),
          status: <WaitsMark sort="contact" id={contact.id} />,
          detail: contact.name && contact.company ? placeOf(contact) || contact.phone || contact.email : "",
        })}
      />
      {end ? <div ref={end} aria-hidden className="h-px" /> : null}
    </>
  );
}

/** What is owed, in red words too where some of it is late. */
function Owed({ balance }: { balance: NonNullable<ContactRow["balance"]> }) {
  const { gbp } = useRules();
  const late = Number(balance.overdue) > 0;
  return (
    <span title={late ? `${gbp(balance.overdue)} overdue` : undefined}>
      {late ? (
        <CircleAlert aria-hidden size={14} strokeWidth={2} className="-mt-0.5 mr-1 inline text-bad" />
      ) : null}
      <Money
        text={gbp(balance.outstanding)}
        className={late ? "font-semibold text-bad" : "font-semibold text-ink"}
      />
      {late ? <span className="sr-only">{`, ${gbp(balance.overdue)} of it overdue`}</span> : null}
    </span>
  );
}

const placeOf = (contact: Contact) =>
  [contact.city, inOnePiece(contact.post_code)].filter(Boolean).join(" · ");
