import { BadgeCheck, FileCode2, HardHat, Mail, MapPin, Phone, ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { getAddressLines } from "../../entities/addresses/addresses";
import type { Contact } from "../../entities/contacts/contact";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { buildPhoneLink } from "../../ui/phone-links";

/** How to reach a customer, where their jobs are, and the business's notes about them. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { dateLong } = useRules();
  return (
    <div className="flex min-w-0 flex-col gap-4 md:gap-6">
      <Card flush>
        <ContactFacts contact={contact} />
      </Card>
      {contact.sites.length > 0 ? <JobAddresses contact={contact} /> : null}
      {contact.end_user_notice ? (
        <Card title="End-user notice" hint="The reverse charge doesn’t apply">
          <p className="wrap-anywhere whitespace-pre-line">{contact.end_user_notice}</p>
          {contact.end_user_notice_date ? (
            <p className="mt-2 text-quiet text-sm">{dateLong(contact.end_user_notice_date)}</p>
          ) : null}
        </Card>
      ) : null}
      {contact.notes ? (
        <Card title="Notes" hint="Only you see these">
          <p className="wrap-anywhere whitespace-pre-line">{contact.notes}</p>
        </Card>
      ) : null}
    </div>
  );
}

/** An email address, which wraps after its @ before anywhere else. */
function EmailText({ email }: { email: string }) {
  const end = email.indexOf("@") + 1;
  return (
    <>
      {email.slice(0, end)}
      <wbr />
      {email.slice(end)}
    </>
  );
}

interface ContactFact {
  id: string;
  icon: typeof Phone;
  href?: string;
  text: ReactNode;
}

function listFacts(contact: Contact): ContactFact[] {
  const address = getAddressLines(contact);
  const facts: (ContactFact | false)[] = [
    contact.phone !== "" && {
      id: "phone",
      icon: Phone,
      href: buildPhoneLink(contact.phone),
      text: contact.phone,
    },
    contact.email !== "" && {
      id: "email",
      icon: Mail,
      href: `mailto:${contact.email}`,
      text: <EmailText email={contact.email} />,
    },
    address.length > 0 && { id: "address", icon: MapPin, text: <TextLines lines={address} /> },
    contact.customer_type !== "" && {
      id: "type",
      icon: BadgeCheck,
      text: contact.customer_type === "business" ? "Business customer" : "Private customer",
    },
    contact.vat_number !== "" && {
      id: "vat",
      icon: ReceiptText,
      text: `VAT number ${contact.vat_number}`,
    },
    contact.vat_number === "" &&
      contact.vat_registered !== "" && {
        id: "registered",
        icon: ReceiptText,
        text: contact.vat_registered === "yes" ? "Registered for VAT" : "Not registered for VAT",
      },
    contact.wants_einvoices && { id: "einvoices", icon: FileCode2, text: "Wants e-invoices" },
    contact.cis_contractor && { id: "cis", icon: HardHat, text: "Deducts CIS" },
  ];
  return facts.filter((fact) => fact !== false);
}

function ContactFacts({ contact }: { contact: Contact }) {
  const facts = listFacts(contact);
  if (facts.length === 0) {
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
      {facts.map(({ id, icon: Icon, href, text }) => (
        <li key={id}>
          <ContactFactRow href={href}>
            <Icon aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-quiet" />
            <span className="wrap-anywhere min-w-0 text-ink">{text}</span>
          </ContactFactRow>
        </li>
      ))}
    </ul>
  );
}

function JobAddresses({ contact }: { contact: Contact }) {
  return (
    <Card title="Job addresses">
      <ul className="flex flex-col gap-4">
        {contact.sites.map((site, at) => {
          const lines = getAddressLines(site);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, and none ever moves here.
            <li key={at} className="wrap-anywhere">
              {site.name ? <span className="block font-medium text-ink">{site.name}</span> : null}
              <TextLines lines={lines} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function TextLines({ lines }: { lines: string[] }) {
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text, which may repeat.
    <span key={at} className="block">
      {line}
    </span>
  ));
}

const rowClass = "flex min-h-14 items-start gap-3 px-4 py-4 md:px-5";

/** A line of the details; a phone number or email address is a link. */
function ContactFactRow({ href, children }: { href?: string; children: ReactNode }) {
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
