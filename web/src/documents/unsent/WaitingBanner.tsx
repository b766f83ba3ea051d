import { Link } from "react-router";
import type { SendRequest } from "../../api/generated/SendRequest";
import { sender } from "../../offline/waiting/sender";
import type { WaitingChange } from "../../offline/waiting/waiting-change";
import { useIsSending, useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { deviceName } from "../../ui/device";
import { toast } from "../../ui/toast";
import { KINDS } from "../kind";
import type { StoredDocument } from "../types";

/** What was done to a document on this device and waits for signal. Each can be taken back until it is sent. */
export function WaitingChangesBanner({ document: { kind, id } }: { document: StoredDocument }) {
  const waiting = useWaitingChangesOf(kind, id);
  const isSending = useIsSending({ sort: kind, id });
  if (waiting.length === 0) return null;
  return (
    <div className="mb-4 grid gap-3">
      {waiting.map((one) => (
        <WaitingChangeBanner
          key={one.order}
          waiting={one}
          isSending={isSending}
          // It is sent so that its customer's signature or money can come in: that is taken back first.
          isNeeded={waiting.some(
            ({ order, write }) => order > one.order && NEEDS_SENT_DOCUMENT.test(write.path),
          )}
        />
      ))}
    </div>
  );
}

/** What can only be done to a document that was sent. */
const NEEDS_SENT_DOCUMENT = /\/(accept|payments)$/;

function WaitingChangeBanner({
  waiting,
  isSending,
  isNeeded,
}: {
  waiting: WaitingChange;
  isSending: boolean;
  isNeeded: boolean;
}) {
  const { title, text } = describeWaitingChange(waiting);
  const putBack = async () => {
    await waitingLog.putBack(waiting);
    sender.runSoon();
  };
  const takeBack = async () => {
    await waitingLog.takeBack([waiting.order]);
    toast({
      title: "Undone",
      description: waiting.label,
      action: { label: "Undo", onPress: () => void putBack() },
    });
  };
  return (
    <Banner tone={waiting.problem ? "red" : "amber"} title={title} live>
      <p>{text}</p>
      {waiting.problem ? (
        <Button asChild className="mt-3">
          <Link to="/waiting">See why</Link>
        </Button>
      ) : isNeeded ? null : (
        <Button disabled={isSending} onClick={() => void takeBack()} className="mt-3">
          Don’t send it
        </Button>
      )}
    </Banner>
  );
}

const isByEmail = (body: unknown) => (body as SendRequest | undefined)?.via === "email";

/** What a write that waits is called where its document is shown. */
function describeWaitingChange({ write, thing, label, problem, needsPlan }: WaitingChange): {
  title: string;
  text: string;
} {
  const { name } = KINDS[thing.sort as keyof typeof KINDS];
  if (problem) return { title: "This could not be saved", text: `${label}: ${problem.message}` };
  const condition = needsPlan ? "you have a plan" : "there is signal";
  if (write.path.endsWith("/send")) {
    return {
      title: "Will be sent",
      text: isByEmail(write.body)
        ? `As soon as ${condition}, the ${name} gets its number and goes to your customer.`
        : `As soon as ${condition}, the ${name} gets its number and its link. Then share the link with your customer.`,
    };
  }
  if (write.path.endsWith("/accept")) {
    return {
      title: `Signed on this ${deviceName()}`,
      text: `The signature is saved here and goes to your account as soon as ${condition}.`,
    };
  }
  if (write.path.endsWith("/payments")) {
    return { title: "Payment recorded", text: `It’s only on this ${deviceName()} until ${condition}.` };
  }
  if (write.method === "PATCH") {
    return {
      title: "Will be updated",
      text: `Your customer sees these changes as soon as ${condition}.`,
    };
  }
  return { title: label, text: `It’s only on this ${deviceName()} until ${condition}.` };
}
