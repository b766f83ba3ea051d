import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SupportMessage } from "../../api/generated/SupportMessage";
import type { SupportMessageInput } from "../../api/generated/SupportMessageInput";
import { post } from "../../api/writes";
import { messagesQuery } from "./queries";

/** Sends a message to support; `id` is the form's own, so that a second try is the same message. */
export function useSendMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: SupportMessageInput }) =>
      post("/api/support", { body: { id, ...input } }),
    onSuccess: (sent) =>
      client.setQueryData<SupportMessage[]>(messagesQuery.queryKey, (all = []) => [
        sent,
        ...all.filter(({ id }) => id !== sent.id),
      ]),
  });
}
