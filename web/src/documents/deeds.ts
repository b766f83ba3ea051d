import type { StoredDocument } from "./types";

/** What a screen offers for a document as it stands. The rules on the server have the last word. */
export interface Deeds {
  edit: boolean;
  send: boolean;
  convert: boolean;
  voidIt: boolean;
  deleteDraft: boolean;
  recordPayment: boolean;
}

export function deedsOf(doc: StoredDocument): Deeds {
  const draft = doc.status === "draft";
  if (doc.kind === "quote") {
    const open = doc.status === "sent" && doc.displayStatus.label !== "Expired";
    return {
      edit: draft || doc.status === "sent" || doc.status === "expired",
      send: draft || open,
      convert: open || doc.status === "accepted",
      voidIt: false,
      deleteDraft: draft,
      recordPayment: doc.status === "accepted" && doc.includeDeposit === true,
    };
  }
  const settled = doc.status === "paid" || doc.displayStatus.label === "Paid";
  const live = !draft && doc.status !== "void";
  return {
    edit: doc.status !== "void" && !settled,
    send: doc.status !== "void",
    convert: false,
    voidIt: live && doc.payments.length === 0,
    deleteDraft: draft,
    recordPayment: live && !settled,
  };
}
