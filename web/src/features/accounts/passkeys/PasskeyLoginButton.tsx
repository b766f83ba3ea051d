import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import type { LoginResponse } from "../../../api/generated/LoginResponse";
import type { User } from "../../../api/generated/User";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import { describePasskeyLoginError } from "../messages";
import { canSuggestPasskeys, logInWithPasskey, PasskeyPromptDismissed } from "./passkeys";

/**
 * The pause between two prompts, in milliseconds: Chromium reports that the first has ended while the device
 * is still closing it, and a second prompt in that time is never answered.
 */
const PROMPT_GAP_MS = 150;

/**
 * Logging in with a passkey instead of a password: a button, and, where the browser supports it, passkeys
 * among the autofill suggestions of the email field.
 */
export function PasskeyLoginButton({ onSignedIn }: { onSignedIn: (user: User) => void }) {
  const navigate = useNavigate();
  /** The pending request for autofill suggestions: how to abort it, and a promise that it has ended. */
  const pendingSuggestion = useRef<{ stop: AbortController; ended: Promise<unknown> } | null>(null);
  const handleResponse = (response: LoginResponse) => {
    if ("requiresVerification" in response) navigate("/verify-email");
    else onSignedIn(response);
  };
  const showError = (error: unknown) => {
    if (error instanceof PasskeyPromptDismissed) return;
    const { title, text } = describePasskeyLoginError(error);
    toast({ title, description: text, tone: "bad" });
  };
  const login = useMutation({
    mutationFn: async () => {
      // A device shows one prompt at a time, and the server stores one ceremony for this browser: the second
      // begins once the first has ended, however far it had got.
      if (pendingSuggestion.current) {
        pendingSuggestion.current.stop.abort();
        await pendingSuggestion.current.ended;
        pendingSuggestion.current = null;
        await new Promise((resolve) => setTimeout(resolve, PROMPT_GAP_MS));
      }
      return logInWithPasskey();
    },
    onSuccess: handleResponse,
    onError: showError,
  });

  const onSuggested = useEffectEvent((response: LoginResponse) => handleResponse(response));
  const onSuggestionFailed = useEffectEvent(showError);
  useEffect(() => {
    const stop = new AbortController();
    const suggest = async () => {
      if (!(await canSuggestPasskeys()) || stop.signal.aborted) return;
      const response = await logInWithPasskey(stop.signal);
      onSuggested(response);
    };
    const ended = suggest().catch((error: unknown) => {
      if (!stop.signal.aborted) onSuggestionFailed(error);
    });
    pendingSuggestion.current = { stop, ended };
    return () => stop.abort();
  }, []);

  return (
    <Button
      block
      className="mt-3"
      icon={<KeyRound aria-hidden size={20} strokeWidth={1.75} />}
      busy={login.isPending}
      busyLabel="Waiting for your passkey…"
      onClick={() => login.mutate()}
    >
      Log in with a passkey
    </Button>
  );
}
