import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import type { LoginResponse } from "../../../api/generated/LoginResponse";
import type { User } from "../../../api/generated/User";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import { passkeyLoginNotice } from "../messages";
import { NotAnswered, suggestsPasskeys } from "./device";
import { passkeyLogin } from "./mutations";

/**
 * Between two questions, in milliseconds: Chromium says that the first has ended while its device still ends it, and a
 * second one that comes into that is never answered.
 */
const BREATH = 150;

/**
 * One tap in the place of the password: a button, and, where the browser does that, the passkeys among the suggestions
 * of the address's field.
 */
export function PasskeyLogin({ onSignedIn }: { onSignedIn: (user: User) => void }) {
  const navigate = useNavigate();
  /** What is asked for the suggestions: how it is stopped, and when it has ended. */
  const waiting = useRef<{ stop: AbortController; ended: Promise<unknown> } | null>(null);
  const enter = (answer: LoginResponse) => {
    if ("requiresVerification" in answer) navigate("/verify-email");
    else onSignedIn(answer);
  };
  const failed = (error: unknown) => {
    if (error instanceof NotAnswered) return;
    const { title, text } = passkeyLoginNotice(error);
    toast({ title, description: text, tone: "bad" });
  };
  const login = useMutation({
    mutationFn: async () => {
      // A device answers one question at a time, and the server keeps one for this browser: the second begins when
      // the first has ended, however far that had come.
      if (waiting.current) {
        waiting.current.stop.abort();
        await waiting.current.ended;
        waiting.current = null;
        await new Promise((resolve) => setTimeout(resolve, BREATH));
      }
      return passkeyLogin();
    },
    onSuccess: enter,
    onError: failed,
  });

  const suggested = useEffectEvent((answer: LoginResponse) => enter(answer));
  const notSuggested = useEffectEvent(failed);
  useEffect(() => {
    const stop = new AbortController();
    const suggest = async () => {
      if (!(await suggestsPasskeys()) || stop.signal.aborted) return;
      const answer = await passkeyLogin(stop.signal);
      suggested(answer);
    };
    const ended = suggest().catch((error: unknown) => {
      if (!stop.signal.aborted) notSuggested(error);
    });
    waiting.current = { stop, ended };
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
