import { UserX } from "lucide-react";
import { Link } from "react-router";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/States";

/** Shown instead of a contact that no longer exists. */
export function ContactNotFound() {
  return (
    <EmptyState
      icon={UserX}
      title="We couldn’t find this customer"
      action={
        <Button asChild>
          <Link to="/contacts">See all contacts</Link>
        </Button>
      }
    >
      It may have been deleted, or merged into another.
    </EmptyState>
  );
}
