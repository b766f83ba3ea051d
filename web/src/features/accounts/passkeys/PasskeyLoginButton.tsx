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
 * Between two questions, in milliseconds: Chromium says that the first has ended while its device still ends it, and a
 * second one that comes into that is never answered.
 */
const PROMPT_GAP_MS = 150;

/**
 * One tap in the place of the password: a button, and, where the browser does that, the passkeys among the suggestions
 * of the address's field.
 */
export function PasskeyLoginButton({ onSignedIn }: { onSignedIn: (user: User) => void }) {
  const navigate = useNavigate();
  /** What is asked for the suggestions: how it is stopped, and when it has ended. */
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
      // A device answers one question at a time, and the server keeps one for this browser: the second begins when
      // the first has ended, however far that had come.
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
