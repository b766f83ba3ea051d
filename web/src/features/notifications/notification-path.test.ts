import { expect, it } from "vitest";
import { findNotificationPath } from "./notification-path";

const about = (subjectKind: string) =>
  findNotificationPath({
    id: "n1",
    kind: "",
    sentence: "",
    subjectKind,
    subjectId: "s1",
    createdAt: 0,
    readAt: null,
  });

it.each([
  ["quote", "/quotes/s1"],
  ["invoice", "/invoices/s1"],
  ["credit_note", "/credit-notes/s1"],
  ["recurring_invoice", "/recurring/s1"],
  ["cis_statement", "/cis/contractor"],
  ["account_statement", "/contacts/s1/statement"],
  ["unknown", null],
])("finds the path for the subject of a notification: %s", (subjectKind, place) => {
  expect(about(subjectKind)).toBe(place);
});
