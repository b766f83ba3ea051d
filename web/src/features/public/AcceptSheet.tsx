import { useId } from "react";
import { ApiError } from "../../api/errors";
import { AcceptForm } from "../../documents/accepting/AcceptForm";
import type { Choice } from "../../documents/accepting/useChoice";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import { type CustomerDeed, isDoing, problemOf } from "./mutations";

/** What is accepted, by whom, and under which terms. */
export function AcceptSheet({
  deed,
  version,
  choice,
  onClose,
}: {
  deed: CustomerDeed;
  version: string;
  choice: Choice;
  onClose: () => void;
}) {
  const form = useId();
  return (
    <Sheet
      onClose={onClose}
      title={`Accept ${choice.shown.heading}`}
      problem={problemOf(deed, "accept")}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="accent"
            busy={isDoing(deed, "accept")}
            busyLabel="Accepting…"
          >
            Accept Quote
          </Button>
        </>
      }
    >
      <AcceptForm
        id={form}
        version={version}
        choice={choice}
        onAccept={(answer) =>
          deed.mutate(
            { deed: "accept", answer },
            {
              onSuccess: onClose,
              // The page behind says what happened, and shows the new version.
              onError: (error) => {
                if (error instanceof ApiError && error.code === "document_changed") onClose();
              },
            },
          )
        }
      />
    </Sheet>
  );
}
