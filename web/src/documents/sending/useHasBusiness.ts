import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "../../entities/accounts/queries";
import { profilesQuery } from "../../entities/profiles/queries";

/**
 * Whether there is a business that a document can name; null where that is not known, or none need be chosen: what the
 * account itself says of the business stands on what has no profile. Nothing is read for a document that `names` one.
 */
export function useHasBusiness(names: boolean): boolean | null {
  const profiles = useQuery({ ...profilesQuery, enabled: !names }).data;
  const isNone = !names && profiles?.length === 0;
  const account = useQuery({ ...accountQuery, enabled: isNone }).data;
  if (names || !profiles) return null;
  if (profiles.length > 0) return true;
  return account?.businessName.trim() === "" ? false : null;
}
