import type { MenuItem } from "../../ui/DropdownMenu";
import { useConnection } from "./waiting-hooks";

/** Marks menu items that need the server: offline they are disabled, with the reason. */
export function useSignalMark(): (item: MenuItem) => MenuItem {
  const { reached } = useConnection();
  return (item) => (reached ? item : { ...item, disabled: true, note: "Needs signal" });
}
