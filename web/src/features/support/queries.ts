import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SupportMessage } from "../../api/generated/SupportMessage";
import type { SupportMessageInput } from "../../api/generated/SupportMessageInput";
import { get, newId, post } from "../../api/requests";

/** The account's questions, newest first. */
export const supportMessagesQuery = queryOptions({
  queryKey: ["/api/support"],
  queryFn: ({ signal }) => get("/api/support", { signal }),
});

/** Uploads a picture for the message being written. */
export function useUploadPicture() {
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set("id", newId());
      form.set("file", file);
      return post("/api/support/pictures", { body: form });
    },
  });
}

/** Sends a message to support; `id` is the form's own, so that a retry is the same message. */
export function useSendSupportMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: SupportMessageInput }) =>
      post("/api/support", { body: { id, ...input } }),
    onSuccess: (sent) =>
      client.setQueryData<SupportMessage[]>(supportMessagesQuery.queryKey, (all = []) => [
        sent,
        ...all.filter(({ id }) => id !== sent.id),
      ]),
  });
}
