import type { QueryClient } from "@tanstack/react-query";
import { type TypingTracker, typingTracker } from "../ui/typing-tracker";

/** Marks the window while something is being sent: until the answer is there, it is no more than typed. */
export function trackPendingMutations(client: QueryClient, tracker: TypingTracker = typingTracker): void {
  let end: (() => void) | null = null;
  client.getMutationCache().subscribe(() => {
    if (client.isMutating() > 0) {
      end ??= tracker.begin();
      return;
    }
    end?.();
    end = null;
  });
}
