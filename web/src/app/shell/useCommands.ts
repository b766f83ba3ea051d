import { useLogout } from "../../features/accounts/logging-out";
import type { Command } from "../../features/search/rows";
import { commandsWith } from "./navigation";

/** What the search offers beside what it finds. */
export function useCommands(): Command[] {
  const { mutate } = useLogout();
  return commandsWith(mutate);
}
