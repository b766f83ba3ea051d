import { UserX } from "lucide-react";
import { Link } from "react-router";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/States";

/** In the place of a contact that is gone, and of all that is about it. */
export function ContactNotFound() {
  return (
    <EmptyState
      icon={UserX}
      title="We couldn’t find this contact"
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
