import { useMutation, useQueryClient } from "@tanstack/react-query";
import { post } from "../../api/writes";
import { toast } from "../../ui/toast";
import { endSession } from "./end-session";
import { accountKeys, type User } from "./queries";

interface MayRequireVerification {
  requiresVerification?: boolean;
}

export interface Credentials {
  username: string;
  password: string;
}

/** Signs in. Answers the user, or that the address must be verified first. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      post<User & MayRequireVerification>("/api/auth/login", credentials),
    onSuccess: (answer) => {
      if (!answer.requiresVerification) client.setQueryData(accountKeys.me, answer);
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
      post<Partial<User> & MayRequireVerification>("/api/auth/register", {
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
    mutationFn: (proof: { email: string; code: string }) =>
      post<{ userId: string }>("/api/auth/verify-email", proof),
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
