import { useLogout } from "../../features/accounts/logging-out";
import type { SearchCommand } from "../../features/search/search-rows";
import { buildCommands } from "./navigation";

/** What the search offers beside what it finds; while support looks, nothing that leads to where something is written. */
export function useSearchCommands(isHidden: ((path: string) => boolean) | null): SearchCommand[] {
  const { mutate } = useLogout();
  const all = buildCommands(mutate);
  return isHidden ? all.filter(({ to }) => to === undefined || !isHidden(to)) : all;
}
