import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Timeline } from "../../api/generated/Timeline";
import { post } from "../../api/writes";
import { toast } from "../../ui/toast";
import { KINDS } from "../kind";
import { documentKeys } from "../queries";

/** The timeline as it is now; the lists and the dashboard no longer say that the customer waits. */
const createTimelineUpdater =
  (client: QueryClient, kind: DocumentKind, id: string) => (timeline: Timeline) => {
    client.setQueryData(documentKeys.timeline(kind, id), timeline);
    void client.invalidateQueries({ queryKey: documentKeys.lists(kind) });
    void client.invalidateQueries({ queryKey: ["/api/dashboard"], exact: true });
  };

/** Replies to a question by email. */
export function useReply(kind: DocumentKind, id: string, question: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: string) =>
      post(`${KINDS[kind].api}/{id}/questions/{question}/reply`, {
        params: { id, question },
        body: { words },
      }),
    onSuccess: createTimelineUpdater(client, kind, id),
  });
}

/** Notes that a question was answered in another way, such as on the phone. */
export function useMarkAnswered(kind: DocumentKind, id: string, question: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      post(`${KINDS[kind].api}/{id}/questions/{question}/answered`, { params: { id, question } }),
    onSuccess: createTimelineUpdater(client, kind, id),
    onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
  });
}
