import { useQuery } from "@tanstack/react-query";
import { Link as LinkIcon, Mail } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link, useLocation } from "react-router";
import { ApiError, errorMessage } from "../../api/errors";
import type { Channel } from "../../api/generated/Channel";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { SendRequest } from "../../api/generated/SendRequest";
import type { VatFinding } from "../../api/generated/VatFinding";
import type { Via } from "../../api/generated/Via";
import { isUnreached } from "../../api/reach";
import { NEW_PROFILE, onTheWay } from "../../entities/profiles/adding";
import { useConnection } from "../../offline/waiting/useWaiting";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { Segmented } from "../../ui/Tabs";
import { UNCHECKED } from "../../ui/unchecked";
import type { Concern, Refusal } from "../concerns";
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

/** The ids of whom a document is from and to. */
interface Sides {
  contactId: string | null;
  businessProfileId: string | null;
}

export interface SendProps {
  words: KindWords;
  document: { id: string; kind: DocumentKind; contact: Customer | null; number: string | null } & Sides;
  /** What looks like a slip, to be confirmed by sending. */
  concerns: readonly Concern[];
  /** What is known here of its VAT, shown until the server has judged it. */
  unjudged: readonly VatFinding[];
  /** What keeps it from being sent as it is; null for nothing. */
  refusal: Refusal | null;
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
  const { stops, asks } = told(concerns, refusal, vat.data?.findings ?? unjudged);
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
        setProblem(`We couldn’t save the ${words.name} yet, so it wasn’t sent. Nothing you typed is lost.`);
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
  const anyway = asks.length > 0 ? " anyway" : "";

  if (refusal?.lacks === "business") return <NoBusiness {...{ words, doc, refusal }} />;

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
          <Said all={stops} of={doc} />
        </Banner>
      )}
      {asks.length > 0 && (
        <Banner tone="amber" title="Is this right?">
          <Said all={asks} of={doc} />
        </Banner>
      )}
      {via === "link" ? (
        <>
          <p className="text-quiet">
            {doc.number
              ? "The link stays the same: your customer sees the latest version there."
              : isLater
                ? `There is no signal. Once there is, the ${words.name} gets its number and a private link for you to share.`
                : `The ${words.name} gets its number and a private link. Choose how to send it.`}
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

/** What is said in place of the ways to send it: its business is added first, and it is gone on with from there. */
function NoBusiness({
  words,
  doc,
  refusal,
}: {
  words: KindWords;
  doc: SendProps["document"];
  refusal: Refusal;
}) {
  const here = useLocation();
  const to = `${words.path}/edit/${doc.id}`;
  return (
    <div className="grid gap-4">
      <Banner tone="red" live>
        {refusal.msg}
      </Banner>
      <Button asChild variant="accent" block>
        <Link to={NEW_PROFILE} state={onTheWay({ to, state: here.pathname === to ? here.state : null })}>
          Add your business
        </Link>
      </Button>
    </div>
  );
}

/**
 * What keeps it from being sent, and what is asked: each fact once. What VAT finds of a place is said in its words, and
 * nothing is found of a side that is not there.
 */
function told(
  concerns: readonly Concern[],
  refusal: Refusal | null,
  findings: readonly VatFinding[],
): { stops: Concern[]; asks: Concern[] } {
  const isMissing = (path: string) => refusal?.lacks === "customer" && path.startsWith("customer.");
  const found = findings.filter(({ path }) => !isMissing(path));
  const own = concerns.filter(({ path }) => !path || !found.some((one) => one.path === path));
  const said = ({ msg, path, confirmed }: VatFinding) => ({
    msg: confirmed ? msg : `${msg} ${UNCHECKED}.`,
    path,
  });
  return {
    stops: [...(refusal ? [{ msg: refusal.msg }] : []), ...found.filter(({ refuses }) => refuses).map(said)],
    asks: [...own, ...found.filter(({ refuses }) => !refuses).map(said)],
  };
}

function Said({ all, of }: { all: readonly Concern[]; of: Sides }) {
  return (
    <ul className="grid gap-1">
      {all.map(({ msg, path }) => {
        const way = wayTo(path ?? "", of);
        return (
          <li key={msg}>
            {msg}
            {way && (
              <>
                {" "}
                <Link to={way.to} className="font-medium underline underline-offset-4">
                  {way.label}
                </Link>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Where something of a side is put right; null for what is of the document itself. */
function wayTo(path: string, { contactId, businessProfileId }: Sides) {
  if (path.startsWith("customer.")) {
    return contactId && { to: `/contacts/${contactId}/edit`, label: "Open their details" };
  }
  if (path.startsWith("supplier.") || path === "vatNumber") {
    return (
      businessProfileId && {
        to: `/settings/business-profiles/${businessProfileId}`,
        label: "Open your business",
      }
    );
  }
  return null;
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
