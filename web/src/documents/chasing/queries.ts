import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import type { Chasing } from "../../api/generated/Chasing";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PassedOnBy } from "../../api/generated/PassedOnBy";
import { get, newId, post, put } from "../../api/requests";
import { toast } from "../../ui/toast";
import { batchWrites } from "../batches/batches";
import { KINDS } from "../kind";
import { documentKeys } from "../queries";

/** How a document is chased. The query key is under the document's, because the same changes affect both. */
export const chasingQuery = (kind: DocumentKind, id: string) =>
  queryOptions({
    queryKey: [...documentKeys.one(kind, id), "chasing"] as const,
    queryFn: ({ signal }) => get(`${KINDS[kind].api}/{id}/chasing`, { params: { id }, signal }),
  });

function useChasingMutation<Variables>(
  kind: DocumentKind,
  id: string,
  write: (variables: Variables) => Promise<Chasing>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (chasing) => {
      client.setQueryData(chasingQuery(kind, id).queryKey, chasing);
      void client.invalidateQueries({ queryKey: documentKeys.timeline(kind, id) });
    },
    onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
  });
}

/** Turns a document's automatic reminders on or off. */
export const useToggleReminders = (kind: DocumentKind, id: string) =>
  useChasingMutation(kind, id, (off: boolean) =>
    put(`${KINDS[kind].api}/{id}/chasing`, { params: { id }, body: { off } }),
  );

/** Resends the last reminder, which didn't arrive. */
export const useRetryReminder = (kind: DocumentKind, id: string) =>
  useChasingMutation(kind, id, () => post(`${KINDS[kind].api}/{id}/chasing/again`, { params: { id } }));

/** Records that a reminder was shared through another app. */
export const useRecordPassedOn = (kind: DocumentKind, id: string) =>
  useChasingMutation(kind, id, (by: PassedOnBy) =>
    post(`${KINDS[kind].api}/{id}/chasing/told`, { params: { id }, body: { by } }),
  );

/** Slightly longer than the email is held back: after that, the timeline contains it. */
const TIMELINE_DELAY = 2_000;

/** Sends a reminder to a document's customer after the time in which it can be undone. */
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
