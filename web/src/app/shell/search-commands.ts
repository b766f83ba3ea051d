import { useCallback, useEffect, useState } from "react";
import { useLogout } from "../../features/accounts/LogoutDialog";
import type { SearchCommand } from "../../features/search/search-rows";
import { buildCommands } from "./navigation";

/** What the search offers beside what it finds; while support looks, nothing that leads to where something is written. */
export function useSearchCommands(isHidden: ((path: string) => boolean) | null): SearchCommand[] {
  const { mutate } = useLogout();
  const all = buildCommands(mutate);
  return isHidden ? all.filter(({ to }) => to === undefined || !isHidden(to)) : all;
}

/** The search over any page: Ctrl-K, or Cmd-K on a Mac, opens and closes it. */
export function useSearchShortcut() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "k";
      if (!isShortcut) return;
      // The browser's own: its address bar.
      event.preventDefault();
      // A dialog that asks something is answered first.
      const dialog = document.querySelector('[role="alertdialog"], [role="dialog"]');
      if (dialog && !dialog.querySelector("[data-search]")) return;
      setOpen((before) => !before);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  return { isOpen, open, close };
}

/** How its keys are called on this device. */
export const getShortcutLabel = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K");
