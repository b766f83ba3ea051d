import { post } from "../../api/writes";

/** Said by the address of the page on which whoever looked goes on. */
export const LOOK_OVER = { name: "look", value: "over" };

let leaving: Promise<never> | null = null;

/**
 * Support's look into an account was ended, by its hour or by the account's owner: whoever looked goes on as
 * themselves. What was read is somebody else's, so the app is loaded anew; the promise never comes to an end but by a
 * failure. Asked for by several at once it is done once.
 */
export function leaveEndedLook(
  go: (address: string) => void = (address) => window.location.replace(address),
): Promise<never> {
  leaving ??= post("/api/admin/leave").then(
    () => {
      go(`/admin/users?${LOOK_OVER.name}=${LOOK_OVER.value}`);
      return new Promise<never>(() => {});
    },
    (error: unknown) => {
      leaving = null;
      throw error;
    },
  );
  return leaving;
}
