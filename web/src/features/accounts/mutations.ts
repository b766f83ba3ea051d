import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ForgotPasswordRequest } from "../../api/generated/ForgotPasswordRequest";
import type { LoginRequest } from "../../api/generated/LoginRequest";
import type { PinLoginRequest } from "../../api/generated/PinLoginRequest";
import type { RegisterRequest } from "../../api/generated/RegisterRequest";
import type { ResetPasswordRequest } from "../../api/generated/ResetPasswordRequest";
import type { SendVerificationRequest } from "../../api/generated/SendVerificationRequest";
import type { VerifyEmailRequest } from "../../api/generated/VerifyEmailRequest";
import { post } from "../../api/requests";
import { accountKeys } from "../../entities/accounts/queries";
import { reportConversion } from "../../entities/ad-conversions/reportConversion";
import { loadDeviceUser, recordSeenUser } from "../../offline/device/device-users";
import { savePinHash } from "../../offline/device/pin";
import { loginOrUnlock } from "./pin/mutations";

/**
 * Signs in. Resolves to the user, or says that the address must be verified first. The screen begins the
 * session.
 */
export function useLogin() {
  return useMutation({
    mutationFn: (credentials: LoginRequest) => post("/api/auth/login", { body: credentials }),
  });
}

/**
 * Signs in with this device's PIN; without a connection it unlocks what the device has cached. The screen
 * begins the session.
 */
export function usePinLogin() {
  return useMutation({
    mutationFn: (proof: PinLoginRequest) =>
      loginOrUnlock(proof.userId, proof.pin, async () => {
        const user = await post("/api/auth/pin/login", { body: proof });
        await recordSeenUser(user, Date.now());
        // A device that already has the hash need not compute it again at each login.
        if (!(await loadDeviceUser(user.id))?.pin) void savePinHash(user.id, proof.pin);
        return user;
      }),
  });
}

/** Signs up. The email address is the user name. */
export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (registration: RegisterRequest) =>
      post("/api/auth/register", { body: { ...registration, username: registration.email } }),
    onSuccess: async (response, { email }) => {
      void reportConversion("CompleteRegistration", { email, contentName: "Plumbline account" });
      if (!response.requiresVerification) await client.refetchQueries({ queryKey: accountKeys.me });
    },
  });
}

/** Verifies the address with the emailed code. */
export function useVerifyEmail() {
  return useMutation({
    mutationFn: (proof: VerifyEmailRequest) => post("/api/auth/verify-email", { body: proof }),
  });
}

/** Requests a new code. */
export function useSendVerification() {
  return useMutation({
    mutationFn: (request: SendVerificationRequest) => post("/api/auth/send-verification", { body: request }),
  });
}

/** Requests a link for setting a new password. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (request: ForgotPasswordRequest) => post("/api/auth/forgot-password", { body: request }),
  });
}

/** Sets a new password with the token of such a link. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (request: ResetPasswordRequest) => post("/api/auth/reset-password", { body: request }),
  });
}
