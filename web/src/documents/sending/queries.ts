import { queryOptions, useQuery } from "@tanstack/react-query";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { get } from "../../api/requests";
import { accountQuery } from "../../entities/accounts/queries";
import { profilesQuery } from "../../entities/profiles/queries";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { KINDS } from "../kind";
import { documentKeys } from "../queries";

/** The words with which a document goes out, as the server has them now. */
export const readSendTexts = (kind: DocumentKind, id: string, signal?: AbortSignal) =>
  get(`${KINDS[kind].api}/{id}/sending`, { params: { id }, signal });

/** What VAT says of a document before its customer is given it, read anew each time the dialog opens. */
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

/** The same for the dialog, read anew each time it opens: what is typed is saved first. */
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
 * Whether there is a business that a document can name; null while that is not known, or where none has to be chosen,
 * because a document without a profile shows the account's own business name. A document that `namesProfile` one reads nothing.
 */
export function useHasBusiness(namesProfile: boolean): boolean | null {
  const profiles = useQuery({ ...profilesQuery, enabled: !namesProfile }).data;
  const isNone = !namesProfile && profiles?.length === 0;
  const account = useQuery({ ...accountQuery, enabled: isNone }).data;
  if (namesProfile || !profiles) return null;
  if (profiles.length > 0) return true;
  return account?.businessName.trim() === "" ? false : null;
}

/** Whether a document waits on this device to be sent. */
export async function isWaitingToBeSent({ kind, id }: { kind: DocumentKind; id: string }): Promise<boolean> {
  const waiting = await waitingLog.all();
  return waiting.some(
    ({ thing, write }) => thing.sort === kind && thing.id === id && write.path.endsWith("/send"),
  );
}
