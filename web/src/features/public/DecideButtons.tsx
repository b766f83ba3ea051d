import { Check } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../api/errors";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/Dialog";
import type { useCustomerDeed } from "./mutations";

/** 'Accept Quote' and 'Decline Quote'. A decline is asked about once more; an acceptance is what they came for. */
export function DecideButtons({
  deed,
  heading,
  businessName,
}: {
  deed: ReturnType<typeof useCustomerDeed>;
  heading: string;
  businessName: string;
}) {
  const [declining, setDeclining] = useState(false);
  const accepting = deed.isPending && deed.variables.deed === "accept";
  return (
    <div className="mt-4 grid gap-2">
      <Button
        variant="accent"
        block
        className="h-14 text-lg md:h-12"
        busy={accepting}
        busyLabel="Accepting…"
        disabled={deed.isPending}
        icon={<Check aria-hidden size={22} strokeWidth={2} />}
        onClick={() => deed.mutate({ deed: "accept" })}
      >
        Accept Quote
      </Button>
      <Button variant="quiet" block disabled={deed.isPending} onClick={() => setDeclining(true)}>
        Decline Quote
      </Button>
      {deed.isError && (
        <p role="alert" className="text-bad text-sm">
          {errorMessage(deed.error)}
        </p>
      )}
      <ConfirmDialog
        open={declining}
        onOpenChange={setDeclining}
        title={`Decline ${heading}?`}
        description={`${businessName} will be told. You can still call or write to them about it.`}
        confirmLabel="Decline Quote"
        busy={deed.isPending}
        onConfirm={() => deed.mutate({ deed: "decline" }, { onSettled: () => setDeclining(false) })}
      />
    </div>
  );
}
