import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { LoginAnswer } from "../../api/generated/LoginAnswer";
import type { RequiresVerification } from "../../api/generated/RequiresVerification";
import type { Verified } from "../../api/generated/Verified";
import type { VerifyEmailRequest } from "../../api/generated/VerifyEmailRequest";
import { post } from "../../api/writes";
import { toast } from "../../ui/toast";
import { endSession } from "./end-session";
import { accountKeys } from "./queries";

export interface Credentials {
  username: string;
  password: string;
}

/** Signs in. Answers the user, or that the address must be verified first. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Credentials) => post<LoginAnswer>("/api/auth/login", credentials),
    onSuccess: (answer) => {
      if (!("requiresVerification" in answer)) client.setQueryData(accountKeys.me, answer);
    },
  });
}

export interface Registration {
  name: string;
  email: string;
  password: string;
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

/** Signs out; the session guard then shows the login page. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => post<void>("/api/auth/logout"),
    onSuccess: () => endSession(client),
    onError: () =>
      toast({ title: "Logout failed", description: "There was an error logging out", tone: "bad" }),
  });
}
