import type { DocumentKind } from "../../api/generated/DocumentKind";

/** The filter for documents with a payment to confirm. */
export const TO_CONFIRM = "to_confirm";

/** The filters above a list: the label of each status and the server's name for it. */
export const STATUS_FILTERS: Record<DocumentKind, { value: string; label: string }[]> = {
  quote: [
    { value: "", label: "All" },
    { value: TO_CONFIRM, label: "To confirm" },
    { value: "draft", label: "Draft" },
    { value: "sent", label: "Pending" },
    { value: "expiring", label: "About to expire" },
    { value: "accepted", label: "Accepted" },
    { value: "declined", label: "Declined" },
    { value: "expired", label: "Expired" },
    { value: "invoiced", label: "Invoiced" },
    { value: "cancelled", label: "Cancelled" },
  ],
  invoice: [
    { value: "", label: "All" },
    { value: TO_CONFIRM, label: "To confirm" },
    { value: "draft", label: "Draft" },
    { value: "outstanding", label: "Outstanding" },
    { value: "overdue", label: "Overdue" },
    { value: "partially_paid", label: "Partially Paid" },
    { value: "paid", label: "Paid" },
    { value: "credited", label: "Credited" },
    { value: "void", label: "Void" },
  ],
  credit_note: [
    { value: "", label: "All" },
    { value: "draft", label: "Draft" },
    { value: "sent", label: "Issued" },
    { value: "void", label: "Void" },
  ],
};
