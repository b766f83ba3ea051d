import { useQuery } from "@tanstack/react-query";
import { Link as LinkIcon, Mail } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Link, useLocation } from "react-router";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { Channel } from "../../api/generated/Channel";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { SendRequest } from "../../api/generated/SendRequest";
import type { VatFinding } from "../../api/generated/VatFinding";
import type { Via } from "../../api/generated/Via";
import { isUnreachedError } from "../../api/reachability";
import { createProfileReturnState, NEW_PROFILE_PATH } from "../../entities/profiles/profileReturn";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/clipboard";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { CHECK_WITH_ACCOUNTANT } from "../../ui/LabelledAmount";
import { SegmentedControl } from "../../ui/Tabs";
import { toast } from "../../ui/toast";
import { EinvoiceAttachmentNote } from "../einvoice/EinvoiceCheckSection";
import { isEinvoiceKind } from "../einvoice/queries";
import type { KindInfo } from "../kind";
import { useSendDocument } from "../mutations";
import { describeMissingAddress, type SendRefusal, type SendWarning } from "../sendChecks";
import type { DocumentCustomer, StoredDocument } from "../types";
import { type EmailDraft, EmailFields, findEmailFaults } from "./EmailFields";
import { isWaitingToBeSent, readSendTexts, sendTextsQuery, vatCheckQuery } from "./queries";
import { SentNotice, type SentResult, ShareButtons } from "./SentNotice";
import { openShareSheet } from "./shareChannels";

/** The ids of the customer and business of a document. */
interface PartyIds {
  contactId: string | null;
  businessProfileId: string | null;
}

export interface SendFormProps {
  kindInfo: KindInfo;
  document: {
    id: string;
    kind: DocumentKind;
    contact: DocumentCustomer | null;
    number: string | null;
  } & PartyIds;
  /** Possible mistakes, which sending confirms. */
  warnings: readonly SendWarning[];
  /** The VAT findings that are known here, displayed until the server has responded. */
  localVatFindings: readonly VatFinding[];
  /** Why it can't be sent in its current state; null if it can. */
  refusal: SendRefusal | null;
  /** Saves what was typed first; false if that failed. */
  beforeSend?: () => Promise<boolean>;
  /** Called if the device is offline, so that it is sent later. */
  onQueued?: (via: Via) => void;
}

/** The form before sending: the channel and the texts. */
export function SendForm({
  kindInfo,
  document: doc,
  warnings,
  localVatFindings,
  refusal,
  beforeSend,
  onSent,
  afterSent,
  onQueued,
}: SendFormProps & { onSent: (sent: SentResult) => void; afterSent?: (sent: StoredDocument) => void }) {
  const id = useId();
  const [via, setVia] = useState<Via>("link");
  const [typed, setTyped] = useState<Partial<EmailDraft>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [faults, setFaults] = useState<Partial<EmailDraft>>({});
  const [busy, setBusy] = useState<Via | Channel | null>(null);
  const send = useSendDocument(doc.kind, doc.id);
  const saveFirst = async () => beforeSend?.();
  const defaultTexts = useQuery(sendTextsQuery(doc.kind, doc.id, saveFirst));
  const vat = useQuery({
    ...vatCheckQuery(doc.kind, doc.id, saveFirst),
    enabled: doc.kind !== "credit_note",
  });
  // Offline, the server checks when it is sent; until then, only the local findings are displayed.
  const { blocking, confirmations, notes } = splitFindings(
    warnings,
    refusal,
    vat.data?.findings ?? localVatFindings,
  );
  const email: EmailDraft = {
    to: doc.contact?.email ?? defaultTexts.data?.letter.to ?? "",
    subject: defaultTexts.data?.letter.subject ?? "",
    message: defaultTexts.data?.letter.message ?? "",
    ...typed,
  };
  // Offline, the default texts aren't available; the server inserts them when it is sent.
  const usesDefaultTexts = defaultTexts.isError && isUnreachedError(defaultTexts.error);
  // A link that doesn't exist yet can't be shared.
  const isLater = !useConnection().reached && !doc.number;

  /** Sends it once, and displays the reason if it fails. */
  const sendOnce = async (channel: Via | Channel, request: SendRequest) => {
    if (busy) return null;
    setProblem(null);
    setFaults({});
    setBusy(channel);
    try {
      if (beforeSend && !(await beforeSend())) {
        setProblem(
          `We couldn’t save the ${kindInfo.name} yet, so it wasn’t sent. Nothing you typed is lost.`,
        );
        return null;
      }
      const sent = await send.mutateAsync(request);
      if (await isWaitingToBeSent(doc)) {
        onQueued?.(request.via);
        return null;
      }
      afterSent?.(sent);
      return sent;
    } catch (error) {
      setFaults(request.via === "email" ? readFieldFaults(error) : {});
      setProblem(describeSendProblem(error, request.via === "email"));
      return null;
    } finally {
      setBusy(null);
    }
  };

  const sendByLink = async (by: Channel | null) => {
    const document = await sendOnce(by ?? "link", by ? { via: "link", by } : { via: "link" });
    if (!document) return;
    // The document now has its number and link, whatever happens to the texts for sharing.
    const share = await readSendTexts(doc.kind, doc.id).then(
      ({ share }) => share,
      () => null,
    );
    if (by === "copy") await copyText(document.publicUrl ?? "");
    if (by === "share" && share) await openShareSheet(share);
    onSent({ document, to: null, share, by });
  };

  const sendByEmail = async () => {
    const emailFaults = findEmailFaults(email, usesDefaultTexts);
    if (emailFaults) return setFaults(emailFaults);
    const document = await sendOnce("email", { via: "email", ...email, to: email.to.trim() });
    if (document) onSent({ document, to: email.to.trim(), share: null, by: null });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (via === "link" ? sendByLink(null) : sendByEmail());
  };
  const anywaySuffix = confirmations.length > 0 ? " anyway" : "";

  if (refusal?.missing === "business") return <NoBusinessNotice {...{ kindInfo, doc, refusal }} />;

  return (
    <form id={id} onSubmit={submit} className="grid gap-4" noValidate>
      <SegmentedControl
        label="How to send it"
        value={via}
        onValueChange={setVia}
        options={[
          { value: "link", label: "By link" },
          { value: "email", label: "By email" },
        ]}
        className="flex w-full"
      />
      {blocking.length > 0 && (
        <Banner tone="red" live>
          <FindingList findings={blocking} parties={doc} />
        </Banner>
      )}
      {confirmations.length > 0 && (
        <Banner tone="amber" title="Is this right?">
          <FindingList findings={confirmations} parties={doc} />
        </Banner>
      )}
      {notes.length > 0 && (
        <Banner tone="grey">
          <AddressNote notes={notes} parties={doc} />
        </Banner>
      )}
      {via === "link" ? (
        <>
          <p className="text-quiet">
            {doc.number
              ? "The link stays the same: your customer sees the latest version there."
              : isLater
                ? `There is no signal. Once there is, the ${kindInfo.name} gets its number and a private link for you to share.`
                : `The ${kindInfo.name} gets its number and a private link. Choose how to send it.`}
          </p>
          {!isLater && (
            <ShareButtons
              disabled={blocking.length > 0 || busy !== null}
              busy={busy}
              onChoose={(channel) => void sendByLink(channel)}
            />
          )}
        </>
      ) : (
        <EmailFields
          email={email}
          faults={faults}
          defaultTexts={defaultTexts}
          usesDefaultTexts={usesDefaultTexts}
          onChange={(changed) => {
            setTyped((before) => ({ ...before, ...changed }));
            // Changing a field clears its error.
            const cleared = Object.keys(changed).map((field) => [field, undefined]);
            setFaults((before) => ({ ...before, ...Object.fromEntries(cleared) }));
          }}
        />
      )}
      {via === "email" && isEinvoiceKind(doc.kind) && defaultTexts.data && (
        <EinvoiceAttachmentNote kind={doc.kind} id={doc.id} />
      )}
      {problem && (
        <Banner tone="red" live>
          {problem}
        </Banner>
      )}
      <DialogFooter>
        <Button
          type="submit"
          form={id}
          variant="accent"
          block
          busy={busy === via}
          disabled={
            blocking.length > 0 ||
            busy !== null ||
            (via === "email" && !defaultTexts.data && !usesDefaultTexts)
          }
          busyLabel={via === "link" && !isLater ? "Making the link…" : "Sending…"}
          icon={via === "link" ? <LinkIcon aria-hidden size={20} /> : <Mail aria-hidden size={20} />}
        >
          {`${isLater ? "Send once there is signal" : via === "link" ? "Get the link" : `Send ${kindInfo.name}`}${anywaySuffix}`}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Shown instead of the channels if there is no business profile: a link to add one and return here. */
function NoBusinessNotice({
  kindInfo,
  doc,
  refusal,
}: {
  kindInfo: KindInfo;
  doc: SendFormProps["document"];
  refusal: SendRefusal;
}) {
  const location = useLocation();
  const to = `${kindInfo.path}/edit/${doc.id}`;
  return (
    <div className="grid gap-4">
      <Banner tone="red" live>
        {refusal.msg}
      </Banner>
      <Button asChild variant="accent" block>
        <Link
          to={NEW_PROFILE_PATH}
          state={createProfileReturnState({ to, state: location.pathname === to ? location.state : null })}
        >
          Add your business
        </Link>
      </Button>
    </div>
  );
}

/**
 * The findings that block sending and those to confirm, each only once. If the server has a VAT finding for a
 * field, its text is used; nothing is reported for a party that is missing. If only addresses are missing, as
 * in most first quotes, there is nothing to confirm: they are notes.
 */
function splitFindings(
  warnings: readonly SendWarning[],
  refusal: SendRefusal | null,
  findings: readonly VatFinding[],
): Record<"blocking" | "confirmations" | "notes", SendWarning[]> {
  const isMissing = (path: string) => refusal?.missing === "customer" && path.startsWith("customer.");
  const found = findings.filter(({ path }) => !isMissing(path));
  const ownWarnings = warnings.filter(({ path }) => !path || !found.some((one) => one.path === path));
  const toWarning = ({ msg, path, confirmed }: VatFinding) => ({
    msg: confirmed ? msg : `${msg} ${CHECK_WITH_ACCOUNTANT}.`,
    path,
  });
  const confirmations: SendWarning[] = [
    ...ownWarnings,
    ...found.filter(({ refuses }) => !refuses).map(toWarning),
  ];
  const areNotes = confirmations.every(({ addressOf }) => addressOf !== undefined);
  return {
    blocking: [
      ...(refusal ? [{ msg: refusal.msg }] : []),
      ...found.filter(({ refuses }) => refuses).map(toWarning),
    ],
    confirmations: areNotes ? [] : confirmations,
    notes: areNotes ? confirmations : [],
  };
}

/** Says in one sentence who has no address. */
function AddressNote({ notes, parties }: { notes: readonly SendWarning[]; parties: PartyIds }) {
  const names = notes.flatMap(({ addressOf }) => addressOf ?? []);
  return (
    <p>
      {names.length > 1 ? describeMissingAddress(names) : notes[0]?.msg}
      {notes.map(({ path }) => (
        <FixLink key={path} path={path} parties={parties} />
      ))}
    </p>
  );
}

function FindingList({ findings, parties }: { findings: readonly SendWarning[]; parties: PartyIds }) {
  return (
    <ul className="grid gap-1">
      {findings.map(({ msg, path }) => (
        <li key={msg}>
          {msg}
          <FixLink path={path} parties={parties} />
        </li>
      ))}
    </ul>
  );
}

function FixLink({ path = "", parties }: { path?: string; parties: PartyIds }) {
  const fixLink = findFixLink(path, parties);
  if (!fixLink) return null;
  return (
    <>
      {" "}
      <Link to={fixLink.to} className="mr-2 inline-block font-medium underline underline-offset-4">
        {fixLink.label}
      </Link>
    </>
  );
}

/** The link to the page where a party's data can be fixed; null if the document itself must be changed. */
function findFixLink(path: string, { contactId, businessProfileId }: PartyIds) {
  if (path.startsWith("customer.")) {
    return contactId && { to: `/contacts/${contactId}/edit`, label: "Edit customer" };
  }
  if (path.startsWith("supplier.") || path === "vatNumber") {
    return (
      businessProfileId && {
        to: `/settings/business-profiles/${businessProfileId}`,
        label: "Edit your business",
      }
    );
  }
  return null;
}

const FORM_FIELDS = ["to", "subject", "message"] as const;

/** The server's errors for the form's own fields. */
function readFieldFaults(error: unknown): Partial<EmailDraft> {
  if (!(error instanceof ApiError)) return {};
  const found = FORM_FIELDS.map((field) => [field, error.errors.find(({ path }) => path === field)?.msg]);
  return Object.fromEntries(found.filter(([, msg]) => msg));
}

/**
 * The server's message about missing data, field by field; null if the form's own fields display everything.
 */
function describeSendProblem(error: unknown, isEmailForm: boolean): string | null {
  if (!(error instanceof ApiError) || error.errors.length === 0) return getErrorMessage(error);
  const formFields: readonly string[] = isEmailForm ? FORM_FIELDS : [];
  const otherErrors = error.errors.filter((one) => !formFields.includes(one.path));
  return otherErrors.length > 0 ? otherErrors.map((one) => one.msg).join(" ") : null;
}

interface SendDialogProps extends SendFormProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSent?: (sent: StoredDocument) => void;
}

/** The dialog that sends a document to its customer: as a link to share or by email. */
export function SendDialog(props: SendDialogProps) {
  const { kindInfo, open, onOpenChange } = props;
  const [sent, setSent] = useState<SentResult | null>(null);
  const close = (next: boolean) => {
    onOpenChange(next);
    if (!next) setSent(null);
  };
  const number = sent?.document[kindInfo.numberField];
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={
        sent
          ? `${kindInfo.Name} ${number ?? ""} ${sent.to ? "is on its way" : "is ready"}`
          : `Send ${kindInfo.name} ${props.document.number ?? ""}`.trim()
      }
    >
      {sent ? (
        <SentNotice kindInfo={kindInfo} sent={sent} onDone={() => close(false)} />
      ) : (
        <SendForm
          {...props}
          onSent={setSent}
          afterSent={props.onSent}
          onQueued={(via) => {
            close(false);
            props.onQueued?.(via);
            toast({
              title: "Will be sent",
              description:
                via === "email"
                  ? "It goes out as soon as there is signal. Until then you can stop it."
                  : "You get its link to share as soon as there is signal. Until then you can stop it.",
            });
          }}
        />
      )}
    </Dialog>
  );
}
