import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { lastPerson } from "../../offline/device/session";
import { countUnsent, exportWaiting } from "../../offline/waiting/exportWaiting";
import { useConnection } from "../../offline/waiting/useWaiting";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { deviceName } from "../../ui/device";
import { wasJustHere } from "./end-session";

/**
 * Says to whoever was here last that what they did not send is safe. Where the server ended their session under their
 * hands they may have no account to come back to: they can take it along as a file.
 */
export function UnsentHere() {
  const { reached } = useConnection();
  const left = useQuery({
    queryKey: ["/api/auth/", "unsent-here"],
    queryFn: leftHere,
    enabled: reached,
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
  }).data;
  if (!reached || !left) return null;
  const { account, email, count } = left;
  return (
    <Banner
      tone="amber"
      title={count === 1 ? "One change hasn’t been sent yet" : `${count} changes haven’t been sent yet`}
      className="mb-6"
      live
    >
      <p>{`What you did on this ${deviceName()} as ${email} is safe. It is sent once you log in as ${email}.`}</p>
      {wasJustHere(account) && (
        <Button
          className="mt-3"
          icon={<Download aria-hidden size={20} strokeWidth={1.75} />}
          onClick={() => void exportWaiting(account)}
        >
          Save a copy
        </Button>
      )}
    </Banner>
  );
}

async function leftHere(): Promise<{ account: string; email: string; count: number } | null> {
  const person = await lastPerson();
  if (!person) return null;
  const { account, user } = person;
  const count = await countUnsent(account);
  return count > 0 ? { account, email: user.email, count } : null;
}
