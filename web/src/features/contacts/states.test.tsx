// @vitest-environment window
import { MARGARET, NO_DOCUMENTS } from "../../testing/fixtures";
import { mockResponse, respondJson } from "../../testing/network";
import {
  describeFileImport,
  describeFormSave,
  describeScreenStates,
  NOT_FOUND,
} from "../../testing/screen-states";

const balances = () =>
  mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });

describeScreenStates("the contacts", {
  path: "/contacts",
  call: "GET /api/contacts",
  answer: [MARGARET],
  shows: MARGARET.name,
  besides: balances,
  empty: { answer: [], says: "No customers yet", next: ["Add your first customer", "/add-contact"] },
  fails: "Your customers could not be loaded",
});

describeScreenStates("a contact", {
  path: `/contacts/${MARGARET.id}`,
  call: "GET /api/contacts/{id}",
  answer: MARGARET,
  shows: MARGARET.name,
  besides: () => {
    balances();
    mockResponse("GET /api/contacts/{id}/chasing", { off: false });
  },
  fails: "This customer could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this customer",
      next: ["See all contacts", "/contacts"],
    },
  ],
});

describeScreenStates("the quotes for a contact", {
  path: `/contacts/${MARGARET.id}`,
  call: "GET /api/quotes",
  answer: NO_DOCUMENTS,
  shows: "No quotes for this customer yet.",
  besides: () => {
    mockResponse("GET /api/contacts/{id}", MARGARET);
    mockResponse("GET /api/contacts/{id}/chasing", { off: false });
    balances();
  },
  fails: "This could not be loaded",
});

describeScreenStates("the form for changing a contact", {
  path: `/contacts/${MARGARET.id}/edit`,
  call: "GET /api/contacts/{id}",
  answer: MARGARET,
  shows: "Save changes",
  fails: "This customer could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this customer",
      next: ["See all contacts", "/contacts"],
    },
  ],
});

describeScreenStates("a statement", {
  path: `/contacts/${MARGARET.id}/statement`,
  call: "GET /api/contacts/{id}/statement",
  answer: {
    customer: MARGARET.name,
    email: MARGARET.email,
    from: "2025-09-02",
    to: "2026-09-01",
    statement: {
      opening: "0.00",
      rows: [],
      invoiced: "0.00",
      credited: "0.00",
      paid: "0.00",
      closing: "0.00",
    },
    owedNow: "0.00",
    today: "2026-09-01",
  },
  shows: "Nothing was invoiced or paid between these dates.",
  fails: "The statement could not be loaded",
  refused: [
    {
      when: "when the contact no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this customer",
      next: ["See all contacts", "/contacts"],
    },
    {
      when: "when there is too much for one statement",
      by: respondJson(422, { message: "Choose a shorter time." }),
      says: "No statement for these dates",
    },
  ],
});

describeFormSave("a new contact", {
  path: "/add-contact",
  call: "POST /api/contacts",
  fields: [
    ["Name", "Margaret Holroyd"],
    ["Email (optional)", "margaret@example.com"],
  ],
  refused: { path: "email", label: "Email (optional)" },
  button: "Save customer",
});

describeFileImport("the import of contacts", {
  path: "/contacts/import",
  call: "POST /api/contacts/import/preview",
  input: "Contacts file",
  answer: {
    done: false,
    format: "csv",
    encoding: "UTF-8",
    separator: ";",
    leftOut: [],
    columns: [{ heading: "Full name", example: MARGARET.name, reads: "Name" }],
    choices: ["Name", "Company"],
    asks: false,
    new: 1,
    updated: 0,
    same: 0,
    unreadable: 0,
    rows: [{ row: 2, outcome: "new", name: MARGARET.name, says: "" }],
  },
  shows: "Import 1 contact",
});

describeFormSave("changing a contact", {
  path: `/contacts/${MARGARET.id}/edit`,
  call: "PUT /api/contacts/{id}",
  besides: () => mockResponse("GET /api/contacts/{id}", MARGARET),
  fields: [["Name", "Margaret Holroyd-Smith"]],
  refused: { path: "name", label: "Name" },
  button: "Save changes",
});
