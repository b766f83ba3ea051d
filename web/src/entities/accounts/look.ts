import { post } from "../../api/writes";

/** Said by the address of the page on which whoever looked goes on. */
export const SUPPORT_ENDED_PARAM = { name: "look", value: "over" };

let leavingPromise: Promise<never> | null = null;

/**
 * Support's look into an account was ended, by its hour or by the account's owner: whoever looked goes on as
 * themselves. What was read is somebody else's, so the app is loaded anew; the promise never comes to an end but by a
 * failure. Asked for by several at once it is done once.
 */
export function leaveEndedSupportAccess(
  navigate: (address: string) => void = (address) => window.location.replace(address),
): Promise<never> {
  leavingPromise ??= post("/api/admin/leave").then(
    () => {
      navigate(`/admin/users?${SUPPORT_ENDED_PARAM.name}=${SUPPORT_ENDED_PARAM.value}`);
      return new Promise<never>(() => {});
    },
    (error: unknown) => {
      leavingPromise = null;
      throw error;
    },
  );
  return leavingPromise;
}
