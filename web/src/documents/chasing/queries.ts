import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../api/errors";
import type { Chasing } from "../../api/generated/Chasing";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PassedOnBy } from "../../api/generated/PassedOnBy";
import { get } from "../../api/reads";
import { post, put } from "../../api/writes";
import { toast } from "../../ui/toast";
import { KINDS } from "../kind";
import { documentKeys } from "../queries";

/** How a document is chased. Below the document itself: what changes that changes this. */
export const chasingQuery = (kind: DocumentKind, id: string) =>
  queryOptions({
    queryKey: [...documentKeys.one(kind, id), "chasing"] as const,
    queryFn: ({ signal }) => get(`${KINDS[kind].api}/{id}/chasing`, { params: { id }, signal }),
  });

function useWrite<Variables>(
  kind: DocumentKind,
  id: string,
  write: (variables: Variables) => Promise<Chasing>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (now) => {
      client.setQueryData(chasingQuery(kind, id).queryKey, now);
      void client.invalidateQueries({ queryKey: documentKeys.timeline(kind, id) });
    },
    onError: (error) => toast({ title: errorMessage(error), tone: "bad" }),
  });
}

/** Has a document reminded of by itself, or not. */
export const useChaseSwitch = (kind: DocumentKind, id: string) =>
  useWrite(kind, id, (off: boolean) =>
    put(`${KINDS[kind].api}/{id}/chasing`, { params: { id }, body: { off } }),
  );

/** Sends the last reminder once more, which did not arrive. */
export const useChaseAgain = (kind: DocumentKind, id: string) =>
  useWrite(kind, id, () => post(`${KINDS[kind].api}/{id}/chasing/again`, { params: { id } }));

/** Notes that a reminder was taken to pass it on. */
export const useTold = (kind: DocumentKind, id: string) =>
  useWrite(kind, id, (by: PassedOnBy) =>
    post(`${KINDS[kind].api}/{id}/chasing/told`, { params: { id }, body: { by } }),
  );
