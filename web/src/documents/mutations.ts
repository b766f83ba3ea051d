import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { getErrorMessage } from "../api/errors";
import type { DocumentKind } from "../api/generated/DocumentKind";
import type { MarkAcceptedInput } from "../api/generated/MarkAcceptedInput";
import type { SendRequest } from "../api/generated/SendRequest";
import type { SignInput } from "../api/generated/SignInput";
import type { StageInput } from "../api/generated/StageInput";
import { post } from "../api/requests";
import { offerPushAfterQuote } from "../entities/notifications/push";
import { toast } from "../ui/toast";
import { KINDS } from "./kind";
import { documentKeys, documentQueries } from "./queries";
import type { StoredDocument } from "./types";
import { documentWrites } from "./writes";

/** Puts a new version of a document into the cache and refetches everything that displays it. */
export function updateCachedDocument(client: QueryClient, kind: DocumentKind, stored: StoredDocument): void {
  // An offline change to a document that isn't cached has no result to display yet.
  if (!stored) return;
  client.setQueryData(documentKeys.one(kind, stored.id), stored);
  void client.invalidateQueries({ queryKey: documentKeys.timeline(kind, stored.id) });
  void client.invalidateQueries({ queryKey: documentKeys.lists(kind) });
  void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
  refreshJobQuote(client, stored);
}

/** Refetches the quote whose job a document belongs to or varies, because its page lists all of them. */
function refreshJobQuote(
  client: QueryClient,
  { stageOfId, sourceQuoteId, variationOf }: StoredDocument,
): void {
  const quote = stageOfId ?? sourceQuoteId ?? variationOf?.id;
  if (!quote) return;
  void client.invalidateQueries({ queryKey: documentKeys.one("quote", quote) });
  void client.invalidateQueries({ queryKey: documentKeys.lists("quote") });
}

const showErrorToast = (error: Error) => toast({ title: getErrorMessage(error), tone: "bad" });

function useDocumentMutation<Variables>(
  kind: DocumentKind,
  write: (variables: Variables) => Promise<StoredDocument>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (stored) => updateCachedDocument(client, kind, stored),
  });
}

export const useSendDocument = (kind: DocumentKind, id: string) => {
  const client = useQueryClient();
  return useDocumentMutation(kind, async (request: SendRequest) => {
    const stored = await documentWrites.send(kind, id, request);
    // Offline, it is only queued to be sent.
    if (KINDS[kind].isAcceptable && stored?.publicToken) offerPushAfterQuote();
    if (stored) refreshCreditedInvoice(client, stored);
    return stored;
  });
};

/**
 * A customer signs on this device. The document is refetched even after a refusal, because something else may
 * have happened first.
 */
export const useSignQuote = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: SignInput) => documentWrites.signQuote(id, input),
    onSuccess: (stored) => updateCachedDocument(client, "quote", stored),
    onError: () => client.invalidateQueries({ queryKey: documentKeys.one("quote", id) }),
  });
};

/** Records that a customer has told the business that they accept. */
export const useMarkAccepted = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: MarkAcceptedInput) => documentWrites.markAccepted(id, input),
    onSuccess: (stored) => updateCachedDocument(client, "quote", stored),
    onError: () => client.invalidateQueries({ queryKey: documentKeys.one("quote", id) }),
  });
};

export const useDuplicateDocument = (kind: DocumentKind) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => documentWrites.duplicate(kind, id),
    onSuccess: (stored, id) => {
      updateCachedDocument(client, kind, stored);
      if (KINDS[kind].isAcceptable) void notifyPhotosLeftOut(client, kind, id);
    },
    onError: showErrorToast,
  });
};

/** Photos belong to one job: shows a toast if the copied quote had photos, which its copy doesn't have. */
async function notifyPhotosLeftOut(client: QueryClient, kind: DocumentKind, id: string): Promise<void> {
  // A list row doesn't contain photos. If the document can't be read, the copy exists all the same.
  const copied = await client.ensureQueryData(documentQueries.one(kind, id)).catch(() => null);
  if (!copied?.photos?.length) return;
  toast({ title: "The photos were left out", description: "They belong to the job they were taken on." });
}

/** Converts a quote into an invoice. */
export const useConvertQuote = (quoteId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => documentWrites.convertQuote(quoteId),
    onSuccess: (invoice) => {
      updateCachedDocument(client, "invoice", invoice);
      void client.invalidateQueries({ queryKey: documentKeys.all("quote") });
    },
    onError: showErrorToast,
  });
};

/** Creates an invoice for a part of an accepted quote. */
export const useCreateStageInvoice = (quoteId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: StageInput) => documentWrites.createStageInvoice(quoteId, input),
    onSuccess: (invoice) => {
      updateCachedDocument(client, "invoice", invoice);
      void client.invalidateQueries({ queryKey: documentKeys.all("quote") });
    },
  });
};

export const useVoidDocument = (kind: DocumentKind, id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => documentWrites.void(kind, id),
    onSuccess: (stored) => {
      updateCachedDocument(client, kind, stored);
      refreshCreditedInvoice(client, stored);
    },
  });
};

/** Refetches the invoice of a credit note, because its balance has changed. */
export function refreshCreditedInvoice(client: QueryClient, { invoiceId }: StoredDocument): void {
  if (invoiceId) void client.invalidateQueries({ queryKey: documentKeys.all("invoice") });
}

export const useRevokeLink = (kind: DocumentKind, id: string) =>
  useDocumentMutation(kind, () => documentWrites.revokeLink(kind, id));

/** Resolves an email that may not have arrived: sends it again, or marks it as arrived. */
export const useResolveLostEmail = (kind: DocumentKind, id: string, action: "again" | "arrived") => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) =>
      post(`${KINDS[kind].api}/{id}/emails/{email}/${action}`, { params: { id, email } }),
    onSuccess: (timeline) => {
      client.setQueryData(documentKeys.timeline(kind, id), timeline);
      void client.invalidateQueries({ queryKey: documentKeys.lists(kind) });
      void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
    },
    onError: showErrorToast,
  });
};

export const useDeleteDraft = (kind: DocumentKind) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => documentWrites.deleteDraft(kind, id),
    onSuccess: (_nothing, id) => {
      client.removeQueries({ queryKey: documentKeys.one(kind, id) });
      void client.invalidateQueries({ queryKey: documentKeys.lists(kind) });
      void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
      // What it covered is open again: on the invoice of a draft credit note, otherwise on the job's quote.
      const other = KINDS[kind].isWritten ? "quote" : "invoice";
      void client.invalidateQueries({ queryKey: documentKeys.all(other) });
    },
    onError: showErrorToast,
  });
};

/** Archives immediately; a toast can undo it. */
export function useArchiveDocument(kind: DocumentKind) {
  const client = useQueryClient();
  const { Name } = KINDS[kind];
  const restore = useCallback(
    async (id: string, title: string) => {
      try {
        updateCachedDocument(client, kind, await documentWrites.restore(kind, id));
        toast({ title: `${Name} restored`, description: title });
      } catch (error) {
        showErrorToast(error as Error);
      }
    },
    [client, kind, Name],
  );
  const archive = useCallback(
    async (id: string, title: string) => {
      try {
        updateCachedDocument(client, kind, await documentWrites.archive(kind, id));
        toast({
          title: `${Name} archived`,
          description: title,
          action: { label: "Undo", onPress: () => void restore(id, title) },
        });
      } catch (error) {
        showErrorToast(error as Error);
      }
    },
    [client, kind, Name, restore],
  );
  return { archive, restore };
}
