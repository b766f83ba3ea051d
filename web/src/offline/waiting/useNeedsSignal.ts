import type { MenuItem } from "../../ui/DropdownMenu";
import { useConnection } from "./waiting-hooks";

/** Marks what only the server does: without signal it cannot be chosen, and says why before anything is asked. */
export function useSignalMark(): (item: MenuItem) => MenuItem {
  const { reached } = useConnection();
  return (item) => (reached ? item : { ...item, disabled: true, note: "Needs signal" });
}
