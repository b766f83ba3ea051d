import { collection } from "../../offline/waiting/collection";

/** Contacts are made and changed without the network. */
export function contactsOffline(): void {
  collection({
    sort: "contact",
    path: "/api/contacts",
    word: "contact",
    nameOf: ({ name, company }) => text(name) || text(company),
    check: ({ name, company }) =>
      text(name) || text(company) ? null : ["name", "Please enter a name or a company."],
  });
}

const text = (value: unknown) => String(value ?? "").trim();
