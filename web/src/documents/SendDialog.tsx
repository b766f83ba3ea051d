import { Check, Copy, Link as LinkIcon, Mail, Share2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, errorMessage } from "../api/errors";
import type { Kind } from "../api/generated/Kind";
import type { Via } from "../api/generated/Via";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { copyText } from "../ui/copy";
import { Dialog } from "../ui/Dialog";
import { Segmented } from "../ui/Tabs";
import { TextArea, TextField } from "../ui/TextField";
import type { KindWords } from "./kind";
import { useSend } from "./mutations";
import type { Customer, StoredDocument } from "./types";

interface Props {
  words: KindWords;
  document: { id: string; kind: Kind; contact: Customer | null; number: string | null };
  businessName: string;
  /** What looks like a slip, to be confirmed by sending. */
  concerns: string[];
  /** What keeps it from being sent as it is; null for nothing. */
  refusal: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Saves what is typed first; false when that did not work. */
  beforeSend?: () => Promise<boolean>;
  onSent?: (sent: StoredDocument) => void;
}

/** The document as it was sent, and the address it was e-mailed to. */
interface Sent {
  document: StoredDocument;
  to: string | null;
}

/** Gives the document to its customer: by a link to pass on, or by an e-mail that we send. */
export function SendDialog(props: Props) {
  const { words, open, onOpenChange } = props;
  const [sent, setSent] = useState<Sent | null>(null);
  const close = (next: boolean) => {
    onOpenChange(next);
    if (!next) setSent(null);
  };
  const number = sent?.document[words.numberField];
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={
        sent
          ? `${words.Name} ${number ?? ""} ${sent.to ? "is on its way" : "is ready"}`
          : `Send ${words.name} ${props.document.number ?? ""}`.trim()
      }
    >
      {sent ? (
        <SentNotice words={words} sent={sent} onDone={() => close(false)} />
      ) : (
        <SendForm {...props} onSent={setSent} afterSent={props.onSent} />
      )}
    </Dialog>
  );
}

function SendForm({
  words,
  document: doc,
  businessName,
  concerns,
  refusal,
  beforeSend,
  onSent,
  afterSent,
}: Omit<Props, "onSent"> & { onSent: (sent: Sent) => void; afterSent?: (sent: StoredDocument) => void }) {
  const [via, setVia] = useState<Via>("link");
  const [to, setTo] = useState(doc.contact?.email ?? "");
  const [subject, setSubject] = useState(
    `${words.Name} ${doc.number ?? ""} from ${businessName}`.replace("  ", " "),
  );
  const [message, setMessage] = useState(
    `Hello${doc.contact?.name ? ` ${doc.contact.name}` : ""},\n\nPlease find your ${words.name} at the link below.\n\n${businessName}`,
  );
  const [problem, setProblem] = useState<string | null>(null);
  const send = useSend(doc.kind, doc.id);
  const [busy, setBusy] = useState(false);
  const fieldError = (path: string) =>
    send.error instanceof ApiError ? send.error.errors.find((error) => error.path === path)?.msg : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    setBusy(true);
    try {
      if (beforeSend && !(await beforeSend())) {
        setProblem(
          `The ${words.name} could not be saved yet, so it was not sent. Everything you typed is kept.`,
        );
        return;
      }
      const sent = await send.mutateAsync(
        via === "link" ? { via } : { via, to: to.trim(), subject, message },
      );
      afterSent?.(sent);
      onSent({ document: sent, to: via === "email" ? to.trim() : null });
    } catch (error) {
      setProblem(sendProblem(error, via === "email"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} className="grid gap-4" noValidate>
      <Segmented
        label="How to send it"
        value={via}
        onValueChange={setVia}
        options={[
          { value: "link", label: "By link" },
          { value: "email", label: "By email" },
        ]}
        className="flex w-full"
      />
      {via === "link" ? (
        <p className="text-quiet">
          {doc.number
            ? "The link stays the same: your customer sees the newest version there."
            : `The ${words.name} gets its number and a private link. Share it by text message, WhatsApp or however you like.`}
        </p>
      ) : (
        <>
          <TextField
            label="To"
            type="email"
            inputMode="email"
            autoComplete="off"
            value={to}
            onChange={(event) => setTo(event.target.value)}
            error={fieldError("to")}
          />
          <TextField
            label="Subject"
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
            error={fieldError("subject")}
          />
          <TextArea
            label="Message"
            rows={6}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            help="The link is added below your message."
            error={fieldError("message")}
          />
        </>
      )}
      {refusal && (
        <Banner tone="red" live>
          {refusal}
        </Banner>
      )}
      {concerns.length > 0 && (
        <Banner tone="amber" title="Is this right?">
          <ul className="grid gap-1">
            {concerns.map((concern) => (
              <li key={concern}>{concern}</li>
            ))}
          </ul>
        </Banner>
      )}
      {problem && (
        <Banner tone="red" live>
          {problem}
        </Banner>
      )}
      <Button
        type="submit"
        variant="accent"
        block
        busy={busy}
        disabled={refusal !== null}
        busyLabel={via === "link" ? "Making the link…" : "Sending…"}
        icon={via === "link" ? <LinkIcon aria-hidden size={20} /> : <Mail aria-hidden size={20} />}
      >
        {`${via === "link" ? "Get the link" : `Send ${words.name}`}${concerns.length > 0 ? " anyway" : ""}`}
      </Button>
    </form>
  );
}

function SentNotice({ words, sent, onDone }: { words: KindWords; sent: Sent; onDone: () => void }) {
  const { document: doc, to } = sent;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="break-words text-quiet">
        {to
          ? `We are sending it to ${to}. The same link is here, to share in another way as well.`
          : `Your customer can open the ${words.name} at this link, without signing in.`}
      </p>
      <PublicLink words={words} url={doc.publicUrl ?? ""} />
      <Button variant="primary" block onClick={onDone}>
        Done
      </Button>
    </div>
  );
}

/** The customer's link, to copy or to hand to another app. */
export function PublicLink({ words, url }: { words: KindWords; url: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    setCopied(await copyText(url));
  };
  const share = async () => {
    try {
      await navigator.share({ title: words.Name, url });
    } catch {
      // The person closed the share sheet: nothing happened, nothing to say.
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button
          className="px-2!"
          onClick={() => void copy()}
          icon={copied ? <Check aria-hidden size={20} /> : <Copy aria-hidden size={20} />}
        >
          <span aria-live="polite">{copied ? "Copied" : "Copy link"}</span>
        </Button>
        {"share" in navigator && (
          <Button className="px-2!" onClick={() => void share()} icon={<Share2 aria-hidden size={20} />}>
            Share
          </Button>
        )}
      </div>
      <TextField label="Link" readOnly value={url} onFocus={(event) => event.target.select()} />
    </div>
  );
}

/** The fields that the e-mail's form shows, each with its own error beneath it. */
const FORM_FIELDS = new Set(["to", "subject", "message"]);

/** What is missing is named by the server, field by field; null when the form's own fields say it all. */
function sendProblem(error: unknown, formShown: boolean): string | null {
  if (!(error instanceof ApiError) || error.errors.length === 0) return errorMessage(error);
  const rest = error.errors.filter((one) => !(formShown && FORM_FIELDS.has(one.path)));
  return rest.length > 0 ? rest.map((one) => one.msg).join(" ") : null;
}
