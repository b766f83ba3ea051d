import { Suspense } from "react";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { Spinner } from "../../../ui/Spinner";
import { toast } from "../../../ui/toast";
import { useSkipPin } from "./mutations";
import { PinSetupForm } from "./PinSetupForm";

/** Offers a PIN once, after the first login on a phone. Closing it is skipping it. */
export function PinSetupDialog({ onDone }: { onDone: () => void }) {
  const skip = useSkipPin();
  const handleSkip = async () => {
    try {
      await skip.mutateAsync();
    } catch {
      // Nobody is kept from their work by this; the question comes again next time.
      toast({ title: "Failed to skip PIN setup", tone: "bad" });
    }
    onDone();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !skip.isPending) void handleSkip();
      }}
      title="Quick PIN Login"
      description="Set up a 4-digit PIN and log in on this device without typing your password."
    >
      <Suspense fallback={<Spinner label="Loading…" />}>
        <PinSetupForm
          onDone={() => {
            toast({ title: "Your PIN is set up", tone: "good" });
            onDone();
          }}
          actions={({ busy }) => (
            <div className="mt-2 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
              <Button busy={skip.isPending} onClick={() => void handleSkip()}>
                Skip
              </Button>
              <Button type="submit" variant="primary" busy={busy} busyLabel="Setting up…">
                Set up PIN
              </Button>
            </div>
          )}
        />
      </Suspense>
    </Dialog>
  );
}
