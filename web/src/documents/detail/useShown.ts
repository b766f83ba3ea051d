import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Kind } from "../../api/generated/Kind";
import type { Presentation } from "../../api/generated/Presentation";
import { get } from "../../api/reads";
import { useRules } from "../../rules/rules";
import { todayInLondon } from "../editor/calendar";
import { KINDS } from "../kind";
import { presentOwn, presentPublic } from "../present";
import { documentKeys } from "../queries";
import type { StoredDocument } from "../types";

/**
 * A document as its customer sees it: once issued, the very answer that the link gives; before, and where the
 * link gives none (a void invoice's does not), what it would be. null until it is known.
 */
export function useShown(kind: Kind, doc: StoredDocument): Presentation | null {
  const rules = useRules();
  const linked = doc.publicToken !== null && doc.status !== "void";
  const issued = useQuery({
    // The version and the payments are in the key: what changed is read again.
    queryKey: [...documentKeys.all(kind), "shown", doc.id, doc.updatedAt, doc.payments],
    queryFn: ({ signal }) =>
      get(`${KINDS[kind].api}/public/{token}`, { params: { token: doc.publicToken ?? "" }, signal }),
    enabled: linked,
    placeholderData: (previous) => previous,
  });
  return useMemo(() => {
    const today = todayInLondon();
    if (linked && !issued.isError) {
      return issued.data ? presentPublic(rules, issued.data, today) : null;
    }
    return presentOwn(rules, doc, { contact: doc.contact, profile: doc.businessProfile }, today);
  }, [rules, doc, linked, issued.data, issued.isError]);
}
