import { expect, it } from "vitest";
import type { Contact } from "../../entities/contacts/contact";
import { type ContactRow, contactOrders, sortContacts } from "./ContactsPage";

const row = (name: string, createdAt: number, outstanding?: string) =>
  ({
    contact: { name, createdAt } as Contact,
    balance: outstanding === undefined ? undefined : { outstanding },
  }) as ContactRow;

/** As the server sends them: by name. */
const rows = [row("Ann", 3, "90.00"), row("Bea", 1), row("Cat", 2, "1000.00"), row("Dan", 4, "90.00")];

/** The result of each order that the list offers. */
const expected: Record<string, string[]> = {
  "Name, A to Z": ["Ann", "Bea", "Cat", "Dan"],
  "Name, Z to A": ["Dan", "Cat", "Bea", "Ann"],
  "Owed, highest first": ["Cat", "Ann", "Dan", "Bea"],
  "Owed, lowest first": ["Bea", "Ann", "Dan", "Cat"],
  "Newest first": ["Dan", "Ann", "Cat", "Bea"],
};

it.each(contactOrders)("sorts the list: $label", ({ sort, order, label }) => {
  expect(sortContacts(rows, sort || null, order).map(({ contact }) => contact.name)).toEqual(expected[label]);
});
