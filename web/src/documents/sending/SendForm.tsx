import { useQuery } from "@tanstack/react-query";
import { Link as LinkIcon, Mail } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, errorMessage } from "../../api/errors";
import type { Channel } from "../../api/generated/Channel";
import type { Kind } from "../../api/generated/Kind";
import type { SendRequest } from "../../api/generated/SendRequest";
import type { VatFinding } from "../../api/generated/VatFinding";
import type { Via } from "../../api/generated/Via";
import { isUnreached } from "../../api/reach";
import { useConnection } from "../../offline/waiting/useWaiting";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { Segmented } from "../../ui/Tabs";
import { UNCHECKED } from "../../ui/unchecked";
import { EinvoiceGoesAlong } from "../einvoice/EinvoiceCheck";
import { isEinvoiceKind } from "../einvoice/queries";
import type { KindWords } from "../kind";
import { useSend } from "../mutations";
import { isToBeSent } from "../offline/sent-later";
import type { Customer, StoredDocument } from "../types";
import { EmailFields, type Letter, lettersFault } from "./EmailFields";
import { readSending, sendingQuery, vatCheckQuery } from "./queries";
import type { Sent } from "./SentNotice";
import { WayButtons } from "./WayButtons";
import { shareOut } from "./ways";

export interface SendProps {
  words: KindWords;
  document: { id: string; kind: Kind; contact: Customer | null; number: string | null };
  /** What looks like a slip, to be confirmed by sending. */
  concerns: string[];
  /** What is known here of its VAT, shown until the server has judged it. */
  unjudged: readonly VatFinding[];
  /** What keeps it from being sent as it is; null for nothing. */
  refusal: string | null;
  /** Saves what is typed first; false when that did not work. */
  beforeSend?: () => Promise<boolean>;
  /** There is no signal: it is sent once there is. */
  onWaits?: (via: Via) => void;
}

/** What is asked before a document goes out: which way, and with what words. */
export function SendForm({
  words,
  document: doc,
  concerns,
  unjudged,
  refusal,
  beforeSend,
  onSent,
  afterSent,
  onWaits,
}: SendProps & { onSent: (sent: Sent) => void; afterSent?: (sent: StoredDocument) => void }) {
  const [via, setVia] = useState<Via>("link");
  const [typed, setTyped] = useState<Partial<Letter>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [faults, setFaults] = useState<Partial<Letter>>({});
  const [busy, setBusy] = useState<Via | Channel | null>(null);
  const send = useSend(doc.kind, doc.id);
  const saved = async () => beforeSend?.();
  const usual = useQuery(sendingQuery(doc.kind, doc.id, saved));
  const vat = useQuery({ ...vatCheckQuery(doc.kind, doc.id, saved), enabled: doc.kind !== "credit_note" });
  // Without signal the server says it once it is sent: until then what is known here is.
  const { asked, refused } = spoken(vat.data?.findings ?? unjudged);
  const letter: Letter = {
    to: doc.contact?.email ?? usual.data?.letter.to ?? "",
    subject: usual.data?.letter.subject ?? "",
    message: usual.data?.letter.message ?? "",
    ...typed,
  };
  // Without signal the usual words are not known here, and need not be: they are put in when it goes.
  const isUsual = usual.isError && isUnreached(usual.error);
  // A link that is not made yet cannot be passed on.
  const isLater = !useConnection().reached && !doc.number;

  /** Sends it once, and says what kept it where something did. */
  const issue = async (way: Via | Channel, request: SendRequest) => {
    if (busy) return null;
    setProblem(null);
    setFaults({});
    setBusy(way);
    try {
      if (beforeSend && !(await beforeSend())) {
        setProblem(
          `The ${words.name} could not be saved yet, so it was not sent. Everything you typed is kept.`,
        );
        return null;
      }
      const sent = await send.mutateAsync(request);
      if (await isToBeSent(doc)) {
        onWaits?.(request.via);
        return null;
      }
      afterSent?.(sent);
      return sent;
    } catch (error) {
      setFaults(request.via === "email" ? fieldFaults(error) : {});
      setProblem(sendProblem(error, request.via === "email"));
      return null;
    } finally {
      setBusy(null);
    }
  };

  const byLink = async (by: Channel | null) => {
    const document = await issue(by ?? "link", by ? { via: "link", by } : { via: "link" });
    if (!document) return;
    // The document has its number and its link now, whatever becomes of the words that go with it.
    const share = await readSending(doc.kind, doc.id).then(
      ({ share }) => share,
      () => null,
    );
    if (by === "copy") await copyText(document.publicUrl ?? "");
    if (by === "share" && share) await shareOut(share);
    onSent({ document, to: null, share, by });
  };

  const byMail = async () => {
    const wrong = lettersFault(letter, isUsual);
    if (wrong) return setFaults(wrong);
    const document = await issue("email", { via: "email", ...letter, to: letter.to.trim() });
    if (document) onSent({ document, to: letter.to.trim(), share: null, by: null });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (via === "link" ? byLink(null) : byMail());
  };
  const stops = refusal === null ? refused : [refusal, ...refused];
  const asks = [...concerns, ...asked];
  const anyway = asks.length > 0 ? " anyway" : "";

  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
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
      {stops.length > 0 && (
        <Banner tone="red" live>
          <Said sentences={stops} />
        </Banner>
      )}
      {asks.length > 0 && (
        <Banner tone="amber" title="Is this right?">
          <Said sentences={asks} />
        </Banner>
      )}
      {via === "link" ? (
        <>
          <p className="text-quiet">
            {doc.number
              ? "The link stays the same: your customer sees the newest version there."
              : isLater
                ? `There is no signal. Once there is, the ${words.name} gets its number and a private link, and you pass that on.`
                : `The ${words.name} gets its number and a private link, then goes the way you choose.`}
          </p>
          {!isLater && (
            <WayButtons
              disabled={stops.length > 0 || busy !== null}
              busy={busy}
              onChoose={(way) => void byLink(way)}
            />
          )}
        </>
      ) : (
        <EmailFields
          letter={letter}
          faults={faults}
          usual={usual}
          isUsual={isUsual}
          onChange={(changed) => {
            setTyped((before) => ({ ...before, ...changed }));
            // What was wrong with a field is over once it is changed.
            const cleared = Object.keys(changed).map((field) => [field, undefined]);
            setFaults((before) => ({ ...before, ...Object.fromEntries(cleared) }));
          }}
        />
      )}
      {via === "email" && isEinvoiceKind(doc.kind) && usual.data && (
        <EinvoiceGoesAlong kind={doc.kind} id={doc.id} />
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
        busy={busy === via}
        disabled={stops.length > 0 || busy !== null || (via === "email" && !usual.data && !isUsual)}
        busyLabel={via === "link" && !isLater ? "Making the link…" : "Sending…"}
        icon={via === "link" ? <LinkIcon aria-hidden size={20} /> : <Mail aria-hidden size={20} />}
      >
        {`${isLater ? "Send once there is signal" : via === "link" ? "Get the link" : `Send ${words.name}`}${anyway}`}
      </Button>
    </form>
  );
}

/** What VAT found, in the two ways in which it is said. */
function spoken(findings: readonly VatFinding[]): { asked: string[]; refused: string[] } {
  const words = ({ msg, confirmed }: VatFinding) => (confirmed ? msg : `${msg} ${UNCHECKED}.`);
  return {
    asked: findings.filter(({ refuses }) => !refuses).map(words),
    refused: findings.filter(({ refuses }) => refuses).map(words),
  };
}

function Said({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

const FORM_FIELDS = ["to", "subject", "message"] as const;

/** What the server says of the form's own fields, each to be shown beneath its field. */
function fieldFaults(error: unknown): Partial<Letter> {
  if (!(error instanceof ApiError)) return {};
  const found = FORM_FIELDS.map((field) => [field, error.errors.find(({ path }) => path === field)?.msg]);
  return Object.fromEntries(found.filter(([, msg]) => msg));
}

/** What is missing is named by the server, field by field; null when the form's own fields say it all. */
function sendProblem(error: unknown, formShown: boolean): string | null {
  if (!(error instanceof ApiError) || error.errors.length === 0) return errorMessage(error);
  const shown: readonly string[] = formShown ? FORM_FIELDS : [];
  const rest = error.errors.filter((one) => !shown.includes(one.path));
  return rest.length > 0 ? rest.map((one) => one.msg).join(" ") : null;
}
