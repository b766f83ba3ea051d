import { Button, type ButtonProps } from "../../ui/Button";
import { toast } from "../../ui/toast";
import { useBillingPortal } from "./mutations";
import { describePlanError } from "./plan-texts";
import { useIsLeavingPage } from "./useLeaving";

/** Leads to Stripe's page for the card and the invoices. */
export function BillingPortalButton(props: Pick<ButtonProps, "variant" | "disabled" | "icon" | "children">) {
  const portal = useBillingPortal();
  const isLeaving = useIsLeavingPage(portal.isSuccess);
  return (
    <Button
      {...props}
      busy={portal.isPending || isLeaving}
      busyLabel="Opening Stripe…"
      onClick={() =>
        portal.mutate(undefined, {
          onError: (error) => toast({ title: describePlanError(error), tone: "bad" }),
        })
      }
    />
  );
}
