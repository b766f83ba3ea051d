import { useLogout } from "../../features/accounts/logging-out";
import type { Command } from "../../features/search/rows";
import { commandsWith } from "./navigation";

/** What the search offers beside what it finds; while support looks, nothing that leads to where something is written. */
export function useCommands(isShut: ((path: string) => boolean) | null): Command[] {
  const { mutate } = useLogout();
  const all = commandsWith(mutate);
  return isShut ? all.filter(({ to }) => to === undefined || !isShut(to)) : all;
}
