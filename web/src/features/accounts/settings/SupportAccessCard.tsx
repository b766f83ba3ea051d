import { useQuery } from "@tanstack/react-query";
import { getErrorMessage } from "../../../api/errors";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { formatDateTime } from "../../../ui/formats";
import { toast } from "../../../ui/toast";
import { CardAction } from "./CardAction";
import { useChangeSupportAccess } from "./mutations";
import { supportAccessQuery } from "./queries";

/** The owner lets support look into their account, and takes that back. */
export function SupportAccessCard() {
  const { data: access } = useQuery(supportAccessQuery);
  const change = useChangeSupportAccess();
  const until = access?.until ?? null;
  const changeAccess = (allowed: boolean) =>
    change.mutate(allowed, {
      onSuccess: () =>
        toast({
          title: allowed
            ? "Support can view your account for 24 hours"
            : "Support can no longer view your account",
          tone: "good",
        }),
      onError: (error) =>
        toast({ title: "Nothing has changed", description: getErrorMessage(error), tone: "bad" }),
    });
  return (
    <Card
      title="Let support view my account"
      hint="For 24 hours our support team sees what you see, to help with a question. They can’t change or download anything, and you get an email when they look."
    >
      {until === null ? null : (
        <p className="mb-4 font-medium text-ink">Support has access until {formatDateTime(until)}.</p>
      )}
      <CardAction>
        <Button busy={change.isPending} disabled={!access} onClick={() => changeAccess(until === null)}>
          {until === null ? "Allow access" : "Stop access"}
        </Button>
      </CardAction>
    </Card>
  );
}
