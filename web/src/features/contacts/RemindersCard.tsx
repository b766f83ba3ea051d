import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import { get } from "../../api/reads";
import { put } from "../../api/writes";
import { ALL_KINDS } from "../../documents/kind";
import { documentKeys } from "../../documents/queries";
import { contactKeys } from "../../entities/contacts/queries";
import { Card } from "../../ui/Card";
import { Switch } from "../../ui/Checkbox";
import { toast } from "../../ui/toast";

const contactChasingQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactKeys.one(id), "chasing"] as const,
    queryFn: ({ signal }) => get("/api/contacts/{id}/chasing", { params: { id }, signal }),
  });

/** Whether this customer is reminded by a business's plan, of whatever invoice or quote. */
export function ContactRemindersCard({ contactId }: { contactId: string }) {
  const client = useQueryClient();
  const { data } = useQuery(contactChasingQuery(contactId));
  const change = useMutation({
    mutationFn: (off: boolean) =>
      put("/api/contacts/{id}/chasing", { params: { id: contactId }, body: { off } }),
    onSuccess: (now) => {
      client.setQueryData(contactChasingQuery(contactId).queryKey, now);
      for (const { kind } of ALL_KINDS) void client.invalidateQueries({ queryKey: documentKeys.all(kind) });
    },
    onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
  });
  if (!data) return null;
  return (
    <Card>
      <Switch
        label="Automatic reminders"
        help={data.off ? "No automatic reminders." : "Follows your reminder settings."}
        checked={!data.off}
        disabled={change.isPending}
        onCheckedChange={(on) => change.mutate(!on)}
      />
    </Card>
  );
}
