import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "../../entities/accounts/queries";
import { profilesQuery } from "../../entities/profiles/queries";

/**
 * Whether there is a business that a document can name; null while that is not known, or where none has to be chosen,
 * because a document without a profile shows the account's own business name. A document that `names` one reads nothing.
 */
export function useHasBusiness(names: boolean): boolean | null {
  const profiles = useQuery({ ...profilesQuery, enabled: !names }).data;
  const isNone = !names && profiles?.length === 0;
  const account = useQuery({ ...accountQuery, enabled: isNone }).data;
  if (names || !profiles) return null;
  if (profiles.length > 0) return true;
  return account?.businessName.trim() === "" ? false : null;
}
