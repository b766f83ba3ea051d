import { UserX } from "lucide-react";
import { NotFoundState } from "../../ui/States";

/** Shown instead of a contact that no longer exists. */
export function ContactNotFound() {
  return (
    <NotFoundState
      icon={UserX}
      title="We couldn’t find this customer"
      link={{ to: "/contacts", label: "See all contacts" }}
    >
      It may have been deleted, or merged into another.
    </NotFoundState>
  );
}
