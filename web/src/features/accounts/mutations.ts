import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isStatus } from "../../api/client";
import type { LoginAnswer } from "../../api/generated/LoginAnswer";
import type { RequiresVerification } from "../../api/generated/RequiresVerification";
import type { User } from "../../api/generated/User";
import type { Verified } from "../../api/generated/Verified";
import type { VerifyEmailRequest } from "../../api/generated/VerifyEmailRequest";
import { post } from "../../api/writes";
import { updateAvailable } from "../../offline/update-check";
import { toast } from "../../ui/toast";
import { endSession } from "./end-session";
import { accountKeys } from "./queries";
import { tellTabs } from "./tabs";

export interface Credentials {
  username: string;
  password: string;
  /** The solved human check, where one was asked for. */
  recaptchaToken?: string;
}

/** Signs in. Answers the user, or that the address must be verified first. The screen takes up the session. */
export function useLogin() {
  return useMutation({
    mutationFn: (credentials: Credentials) => post<LoginAnswer>("/api/auth/login", credentials),
  });
}

/** Signs in by this device's PIN. The screen takes up the session. */
export function usePinLogin() {
  return useMutation({
    mutationFn: (proof: { userId: string; pin: string }) => post<User>("/api/auth/pin/login", proof),
  });
}

export interface Registration {
  name: string;
  email: string;
  password: string;
  recaptchaToken?: string;
}

/** Signs up. The e-mail address is the user name. */
export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (registration: Registration) =>
      post<RequiresVerification>("/api/auth/register", {
        ...registration,
        username: registration.email,
      }),
    onSuccess: async (answer) => {
      if (!answer.requiresVerification) await client.refetchQueries({ queryKey: accountKeys.me });
    },
  });
}

/** Proves the address with the e-mailed code. */
export function useVerifyEmail() {
  return useMutation({
    mutationFn: (proof: VerifyEmailRequest) => post<Verified>("/api/auth/verify-email", proof),
  });
}

/** Asks for a new code. */
export function useSendVerification() {
  return useMutation({
    mutationFn: (email: string) => post<void>("/api/auth/send-verification", { email }),
  });
}

/** Asks for a link to a new password. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (request: { email: string; recaptchaToken?: string }) =>
      post<void>("/api/auth/forgot-password", request),
  });
}

/** Sets a new password by the token of such a link. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (request: { token: string; newPassword: string }) =>
      post<void>("/api/auth/reset-password", request),
  });
}

/** Signs out everywhere in this browser; the session guard then shows the login page, of a newer app if there is one. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await post<void>("/api/auth/logout");
      } catch (error) {
        // There was no session any more: that is what was asked for.
        if (!isStatus(error, 401)) throw error;
      }
    },
    onSuccess: async () => {
      endSession(client, "logout");
      tellTabs({ type: "ended", ending: "logout" });
      if (await updateAvailable()) window.location.replace("/login");
    },
    onError: () =>
      toast({ title: "Logout failed", description: "There was an error logging out", tone: "bad" }),
  });
}
