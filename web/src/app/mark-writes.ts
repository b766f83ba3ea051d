import type { QueryClient } from "@tanstack/react-query";
import { type Typing, typing } from "../ui/typing";

/** Marks the window while something is being sent: until the answer is there, it is no more than typed. */
export function markWrites(client: QueryClient, of: Typing = typing): void {
  let end: (() => void) | null = null;
  client.getMutationCache().subscribe(() => {
    if (client.isMutating() > 0) {
      end ??= of.begin();
      return;
    }
    end?.();
    end = null;
  });
}
