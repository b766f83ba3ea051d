import { registerOfflineCollection } from "../../offline/waiting/collection";

/** Contacts are made and changed without the network. */
export function registerOfflineContacts(): void {
  registerOfflineCollection({
    sort: "contact",
    path: "/api/contacts",
    noun: "contact",
    getName: ({ name, company }) => toTrimmedText(name) || toTrimmedText(company),
    findProblem: ({ name, company }) =>
      toTrimmedText(name) || toTrimmedText(company) ? null : ["name", "Please enter a name or a company."],
  });
}

const toTrimmedText = (value: unknown) => String(value ?? "").trim();
