import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import type { TypedInstalment } from "../../api/generated/TypedInstalment";
import { toast } from "../../ui/toast";
import { updateCachedDocument } from "../mutations";
import type { StoredDocument } from "../types";
import { documentWrites } from "../writes";

/** Agrees instalments for the version of an invoice for which they were calculated, or replaces them. */
export function useAgreeInstalments(invoice: StoredDocument) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (instalments: TypedInstalment[]) =>
      documentWrites.agreeInstalments(invoice.id, { version: invoice.version, instalments }),
    onSuccess: (stored) => updateCachedDocument(client, "invoice", stored),
    // It may have changed meanwhile, so refetch it.
    onError: () => client.invalidateQueries({ queryKey: ["/api/invoices"] }),
  });
}

/** Removes the instalments; the toast can restore them. */
export function useRemoveInstalments(invoice: StoredDocument) {
  const client = useQueryClient();
  const showErrorToast = (error: Error) => toast({ title: getErrorMessage(error), tone: "bad" });
  return useMutation({
    // Saved before the request, because the page may display the invoice without them before the response.
    onMutate: () => invoice.instalments ?? [],
    mutationFn: () =>
      documentWrites.agreeInstalments(invoice.id, { version: invoice.version, instalments: [] }),
    onSuccess: (stored, _, removed) => {
      updateCachedDocument(client, "invoice", stored);
      const undo = () => {
        const body = { version: stored.version, instalments: removed };
        documentWrites
          .agreeInstalments(stored.id, body)
          .then((restored) => updateCachedDocument(client, "invoice", restored), showErrorToast);
      };
      toast({ title: "Instalments removed", action: { label: "Undo", onPress: undo } });
    },
    onError: showErrorToast,
  });
}
