import { CircleCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Button } from "../../ui/Button";
import type { StoredDocument } from "../types";

const MarkAcceptedDialog = lazy(() => import("../accepting/MarkAcceptedDialog"));

/** Writes down a customer's yes that came in another way, such as on the phone. */
export function MarkAcceptedButton({
  document: doc,
  token,
  isNext = false,
}: {
  document: StoredDocument;
  /** The secret of its link. */
  token: string;
  /** It is what comes next on its page. */
  isNext?: boolean;
}) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { reached } = useConnection();
  return (
    <>
      <Button
        block
        variant={isNext ? "accent" : "secondary"}
        icon={<CircleCheck aria-hidden size={20} strokeWidth={1.75} />}
        disabled={!reached}
        title={reached ? undefined : "Needs signal"}
        writes
        onClick={() => setDialogOpen(true)}
      >
        Mark as accepted
      </Button>
      {isDialogOpen && (
        <Suspense fallback={null}>
          <MarkAcceptedDialog document={doc} token={token} onClose={() => setDialogOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
