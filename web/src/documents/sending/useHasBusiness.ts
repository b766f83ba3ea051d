import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "../../entities/accounts/queries";
import { profilesQuery } from "../../entities/profiles/queries";

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
