import { queryOptions, useQuery } from "@tanstack/react-query";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { get } from "../../api/requests";
import { accountQuery } from "../../entities/accounts/queries";
import { profilesQuery } from "../../entities/profiles/queries";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { KINDS } from "../kind";
import { documentKeys } from "../queries";

/** Reads the current texts with which a document is sent. */
export const readSendTexts = (kind: DocumentKind, id: string, signal?: AbortSignal) =>
  get(`${KINDS[kind].api}/{id}/sending`, { params: { id }, signal });

/** The VAT findings for a document before sending, refetched each time the dialog opens. */
export const vatCheckQuery = (kind: DocumentKind, id: string, save: () => Promise<unknown>) =>
  queryOptions({
    queryKey: [...documentKeys.one(kind, id), "vat"],
    queryFn: async ({ signal }) => {
      await save();
      return get("/api/vat/checks/{kind}/{id}", { params: { kind, id }, signal });
    },
    staleTime: 0,
    gcTime: 0,
  });

/** The texts for the dialog, refetched each time it opens, after saving what was typed. */
export const sendTextsQuery = (kind: DocumentKind, id: string, save: () => Promise<unknown>) =>
  queryOptions({
    queryKey: [...documentKeys.one(kind, id), "sending"],
    queryFn: async ({ signal }) => {
      await save();
      return readSendTexts(kind, id, signal);
    },
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Whether the account has a business profile for a document. Null if that doesn't matter or isn't known yet: a
 * document that names a profile (`namesProfile`) needs no other, and one without a profile displays the
 * account's own business name, if it has one.
 */
export function useHasBusiness(namesProfile: boolean): boolean | null {
  const profiles = useQuery({ ...profilesQuery, enabled: !namesProfile }).data;
  const isNone = !namesProfile && profiles?.length === 0;
  const account = useQuery({ ...accountQuery, enabled: isNone }).data;
  if (namesProfile || !profiles) return null;
  if (profiles.length > 0) return true;
  return account?.businessName.trim() === "" ? false : null;
}

/** Whether a document is waiting on this device to be sent. */
export async function isWaitingToBeSent({ kind, id }: { kind: DocumentKind; id: string }): Promise<boolean> {
  const waiting = await waitingLog.all();
  return waiting.some(
    ({ thing, write }) => thing.sort === kind && thing.id === id && write.path.endsWith("/send"),
  );
}
