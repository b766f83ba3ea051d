import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../api/errors";
import type { TypedInstalment } from "../../api/generated/TypedInstalment";
import { toast } from "../../ui/toast";
import { settle } from "../mutations";
import type { StoredDocument } from "../types";
import { documentWrites } from "../writes";

/** Agrees instalments on an invoice as it was when they were worked out, or others in their place. */
export function useAgree(invoice: StoredDocument) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (instalments: TypedInstalment[]) =>
      documentWrites.agreeInstalments(invoice.id, { version: invoice.version, instalments }),
    onSuccess: (stored) => settle(client, "invoice", stored),
    // It may have changed meanwhile: then that is what shows.
    onError: () => client.invalidateQueries({ queryKey: ["/api/invoices"] }),
  });
}

/** Takes them away; a toast brings them back. */
export function useTakeAway(invoice: StoredDocument) {
  const client = useQueryClient();
  const failed = (error: Error) => toast({ title: errorMessage(error), tone: "bad" });
  return useMutation({
    // Held from the press on: the page may show the invoice without them before this is answered.
    onMutate: () => invoice.instalments ?? [],
    mutationFn: () =>
      documentWrites.agreeInstalments(invoice.id, { version: invoice.version, instalments: [] }),
    onSuccess: (stored, _, had) => {
      settle(client, "invoice", stored);
      const undo = () => {
        const body = { version: stored.version, instalments: had };
        documentWrites
          .agreeInstalments(stored.id, body)
          .then((again) => settle(client, "invoice", again), failed);
      };
      toast({ title: "Instalments removed", action: { label: "Undo", onPress: undo } });
    },
    onError: failed,
  });
}
