import { useId } from "react";
import type { PublicPage } from "../../api/generated/PublicPage";
import { AcceptForm } from "../../documents/accepting/AcceptForm";
import { mustReadAgain } from "../../documents/accepting/read";
import type { Choice } from "../../documents/accepting/useChoice";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import { type CustomerDeed, isDoing, problemOf } from "./mutations";

/** What is accepted, by whom, and under which terms. */
export function AcceptSheet({
  deed,
  page,
  choice,
  onClose,
}: {
  deed: CustomerDeed;
  page: PublicPage;
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
        page={page}
        choice={choice}
        onAccept={(answer) =>
          deed.mutate(
            { deed: "accept", answer },
            {
              onSuccess: onClose,
              // The page behind says what happened, and shows the new version.
              onError: (error) => {
                if (mustReadAgain(error)) onClose();
              },
            },
          )
        }
      />
    </Sheet>
  );
}
