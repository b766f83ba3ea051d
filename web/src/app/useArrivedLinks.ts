import { useEffect } from "react";
import { useNavigate } from "react-router";
import type { DocumentKind } from "../api/generated/DocumentKind";
import type { SendRequest } from "../api/generated/SendRequest";
import { KINDS } from "../documents/kind";
import type { StoredDocument } from "../documents/types";
import { sender } from "../offline/waiting/sender";
import { toast } from "../ui/toast";

/** Says so when a document that was sent by link without signal has its link: nobody has passed it on yet. */
export function useNewLinkToasts(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      sender.onArrived(({ thing, write }, answer) => {
        const kind = KINDS[thing.sort as DocumentKind];
        const isByLink = (write.body as SendRequest | undefined)?.via === "link";
        if (!kind || !write.path.endsWith("/send") || !isByLink) return;
        const number = (answer as StoredDocument | undefined)?.[kind.numberField];
        toast({
          title: `${kind.Name} ${number ?? ""} has its link`.replace("  ", " "),
          description: "Share it with your customer: it hasn’t been sent to them yet.",
          duration: 20_000,
          action: { label: "Share it", onPress: () => navigate(`${kind.path}/${thing.id}`) },
        });
      }),
    [navigate],
  );
}
