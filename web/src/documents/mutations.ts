import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { errorMessage } from "../api/errors";
import type { DocumentKind } from "../api/generated/DocumentKind";
import type { MarkAcceptedInput } from "../api/generated/MarkAcceptedInput";
import type { SendRequest } from "../api/generated/SendRequest";
import type { SignInput } from "../api/generated/SignInput";
import type { StageInput } from "../api/generated/StageInput";
import { post } from "../api/writes";
import { quoteSent } from "../entities/notifications/offer";
import { toast } from "../ui/toast";
import { KINDS } from "./kind";
import { documentKeys, documentQueries } from "./queries";
import type { StoredDocument } from "./types";
import { documentWrites } from "./writes";

/** Puts a fresh document into the cache and has everything that shows it read again. */
export function settle(client: QueryClient, kind: DocumentKind, stored: StoredDocument): void {
  // What was done without signal to a document that is not held leaves nothing to show yet.
  if (!stored) return;
  client.setQueryData(documentKeys.one(kind, stored.id), stored);
  void client.invalidateQueries({ queryKey: documentKeys.timeline(kind, stored.id) });
  void client.invalidateQueries({ queryKey: documentKeys.lists(kind) });
  void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
  settleJob(client, stored);
}

/** Has the quote read again of whose job a document is a part, or varies it: its page shows them all. */
function settleJob(client: QueryClient, { stageOfId, sourceQuoteId, variationOf }: StoredDocument): void {
  const quote = stageOfId ?? sourceQuoteId ?? variationOf?.id;
  if (!quote) return;
  void client.invalidateQueries({ queryKey: documentKeys.one("quote", quote) });
  void client.invalidateQueries({ queryKey: documentKeys.lists("quote") });
}

const failed = (error: Error) => toast({ title: errorMessage(error), tone: "bad" });

function useDeed<Variables>(kind: DocumentKind, deed: (variables: Variables) => Promise<StoredDocument>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: (stored) => settle(client, kind, stored),
  });
}

export const useSend = (kind: DocumentKind, id: string) => {
  const client = useQueryClient();
  return useDeed(kind, async (request: SendRequest) => {
    const stored = await documentWrites.send(kind, id, request);
    // Without signal it is only to be sent.
    if (KINDS[kind].isDecided && stored?.publicToken) quoteSent();
    if (stored) settleInvoice(client, stored);
    return stored;
  });
};

/** A customer signs on this device. The document is read again even after a refusal: something else may have come first. */
export const useSign = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (said: SignInput) => documentWrites.sign(id, said),
    onSuccess: (stored) => settle(client, "quote", stored),
    onError: () => client.invalidateQueries({ queryKey: documentKeys.one("quote", id) }),
  });
};

/** Records that a customer told the business that they accept. */
export const useMarkAccepted = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (said: MarkAcceptedInput) => documentWrites.markAccepted(id, said),
    onSuccess: (stored) => settle(client, "quote", stored),
    onError: () => client.invalidateQueries({ queryKey: documentKeys.one("quote", id) }),
  });
};

export const useDuplicate = (kind: DocumentKind) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => documentWrites.duplicate(kind, id),
    onSuccess: (stored, id) => {
      settle(client, kind, stored);
      if (KINDS[kind].isDecided) void tellWithoutPhotos(client, kind, id);
    },
    onError: failed,
  });
};

/** Photos are of one job: where the copied quote has some, its copy says that it has none. */
async function tellWithoutPhotos(client: QueryClient, kind: DocumentKind, id: string): Promise<void> {
  // A list does not know. Where it cannot be read either, the copy is there all the same.
  const copied = await client.ensureQueryData(documentQueries.one(kind, id)).catch(() => null);
  if (!copied?.photos?.length) return;
  toast({ title: "The photos were left out", description: "They belong to the job they were taken on." });
}

/** Makes the invoice of a quote. */
export const useConvert = (quoteId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => documentWrites.convert(quoteId),
    onSuccess: (invoice) => {
      settle(client, "invoice", invoice);
      void client.invalidateQueries({ queryKey: documentKeys.all("quote") });
    },
    onError: failed,
  });
};

/** Makes an invoice of a part of an accepted quote. */
export const useStage = (quoteId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ask: StageInput) => documentWrites.stage(quoteId, ask),
    onSuccess: (invoice) => {
      settle(client, "invoice", invoice);
      void client.invalidateQueries({ queryKey: documentKeys.all("quote") });
    },
  });
};

export const useVoid = (kind: DocumentKind, id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => documentWrites.void(kind, id),
    onSuccess: (stored) => {
      settle(client, kind, stored);
      settleInvoice(client, stored);
    },
  });
};

/** Has the invoice read again that a credit note is against: what is left of it has changed. */
export function settleInvoice(client: QueryClient, { invoiceId }: StoredDocument): void {
  if (invoiceId) void client.invalidateQueries({ queryKey: documentKeys.all("invoice") });
}

export const useRevokeLink = (kind: DocumentKind, id: string) =>
  useDeed(kind, () => documentWrites.revokeLink(kind, id));

/** What is done about an email of which nobody knows that it arrived: it goes again, or they have it. */
export const useEmailDeed = (kind: DocumentKind, id: string, deed: "again" | "arrived") => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) =>
      post(`${KINDS[kind].api}/{id}/emails/{email}/${deed}`, { params: { id, email } }),
    onSuccess: (told) => {
      client.setQueryData(documentKeys.timeline(kind, id), told);
      void client.invalidateQueries({ queryKey: documentKeys.lists(kind) });
      void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
    },
    onError: failed,
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
      // What it spoke for is open again: of an invoice, where it was a draft credit note, else of a job.
      const other = KINDS[kind].isWritten ? "quote" : "invoice";
      void client.invalidateQueries({ queryKey: documentKeys.all(other) });
    },
    onError: failed,
  });
};

/** Archiving can be undone: it is done at once, and a toast takes it back. */
export function useArchive(kind: DocumentKind) {
  const client = useQueryClient();
  const { Name } = KINDS[kind];
  const restore = useCallback(
    async (id: string, title: string) => {
      try {
        settle(client, kind, await documentWrites.restore(kind, id));
        toast({ title: `${Name} restored`, description: title });
      } catch (error) {
        failed(error as Error);
      }
    },
    [client, kind, Name],
  );
  const archive = useCallback(
    async (id: string, title: string) => {
      try {
        settle(client, kind, await documentWrites.archive(kind, id));
        toast({
          title: `${Name} archived`,
          description: title,
          action: { label: "Undo", onPress: () => void restore(id, title) },
        });
      } catch (error) {
        failed(error as Error);
      }
    },
    [client, kind, Name, restore],
  );
  return { archive, restore };
}
