import { getErrorMessage } from "../../api/errors";
import { NotificationsNotAllowed } from "../../entities/notifications/push";

/** What kept messages from being turned on, for the person. */
export function describeTurnOnError(error: unknown): string {
  if (error instanceof NotificationsNotAllowed) {
    return "Your browser isn’t allowed to show notifications. You can allow it in the browser’s settings for this site.";
  }
  // What browsers say is for developers: that their push service cannot be reached, or is switched off.
  if (error instanceof DOMException) return "This browser couldn’t reach its push service. Try again later.";
  return getErrorMessage(error);
}
