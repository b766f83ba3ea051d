import { Button, type ButtonProps } from "../../ui/Button";
import { toast } from "../../ui/toast";
import { usePortal } from "./mutations";
import { useLeaving } from "./useLeaving";
import { planProblem } from "./words";

/** Leads to Stripe's page for the card and the invoices. */
export function PortalButton(props: Pick<ButtonProps, "variant" | "disabled" | "icon" | "children">) {
  const portal = usePortal();
  const isLeaving = useLeaving(portal.isSuccess);
  return (
    <Button
      {...props}
      busy={portal.isPending || isLeaving}
      busyLabel="Opening Stripe…"
      onClick={() =>
        portal.mutate(undefined, {
          onError: (error) => toast({ title: planProblem(error), tone: "bad" }),
        })
      }
    />
  );
}
