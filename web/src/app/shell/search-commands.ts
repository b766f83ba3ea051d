import { useCallback, useEffect, useState } from "react";
import { useLogout } from "../../features/accounts/LogoutDialog";
import type { SearchCommand } from "../../features/search/search-rows";
import { buildCommands } from "./navigation";

/**
 * The search's commands beside its results; while support is looking, without those that lead to pages that
 * write.
 */
export function useSearchCommands(isHidden: ((path: string) => boolean) | null): SearchCommand[] {
  const { mutate } = useLogout();
  const all = buildCommands(mutate);
  return isHidden ? all.filter(({ to }) => to === undefined || !isHidden(to)) : all;
}

/** Opens and closes the search over any page with Ctrl-K, or Cmd-K on a Mac. */
export function useSearchShortcut() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "k";
      if (!isShortcut) return;
      // The browser uses this shortcut for its address bar.
      event.preventDefault();
      // An open dialog must be closed first.
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

/** The shortcut's label on this device. */
export const getShortcutLabel = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K");
