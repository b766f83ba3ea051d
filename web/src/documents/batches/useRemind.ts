import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/ids";
import { toast } from "../../ui/toast";
import { documentKeys } from "../queries";
import { batchWrites } from "./batches";

/** A little longer than it is held: then the timeline has it. */
const TIMELINE_DELAY = 2_000;

/** Reminds one document's customer, after the time in which it can be undone. */
export function useSendReminder(kind: DocumentKind, id: string) {
  const client = useQueryClient();
  const refreshTimeline = () => void client.invalidateQueries({ queryKey: documentKeys.timeline(kind, id) });
  return useMutation({
    mutationFn: () => batchWrites.addDocuments(kind, newId(), "remind", [id]),
    onSuccess: (batch) => {
      const [refusal] = batch.refusals;
      if (refusal) {
        toast({ title: "Not reminded", description: refusal.reason, tone: "bad" });
        return;
      }
      setTimeout(refreshTimeline, batch.startsIn + TIMELINE_DELAY);
      toast({
        title: `A reminder goes out in ${Math.round(batch.startsIn / 1_000)} seconds`,
        description: "With the PDF, to your customer’s email address.",
        duration: batch.startsIn,
        action: {
          label: "Undo",
          onPress: () =>
            void batchWrites.stop(kind, batch.id).then(
              () => toast({ title: "Reminder cancelled" }),
              (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
            ),
        },
      });
    },
    onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
  });
}
