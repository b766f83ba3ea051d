import {
  Archive,
  ArchiveRestore,
  Ban,
  BellRing,
  Copy,
  EllipsisVertical,
  FileDiff,
  FileDown,
  FileMinus,
  HandCoins,
  LayoutTemplate,
  Pencil,
  Printer,
  Repeat,
  Send,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import { fileAddress } from "../../api/calls";
import { errorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { useWriting } from "../../entities/plans/useWriting";
import { useNeedsSignal } from "../../offline/waiting/useNeedsSignal";
import { useConnection } from "../../offline/waiting/useWaiting";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/Dialog";
import { DropdownMenu, type MenuItem } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { toast } from "../../ui/toast";
import { useRemind } from "../bulk/useRemind";
import { concerns, refusal, type Sent, sumsOf, vatFindings } from "../concerns";
import { endOf, wordsOf } from "../kind";
import { useArchive, useConvert, useDeleteDraft, useDuplicate, useVoid } from "../mutations";
import { SendDialog } from "../sending/SendDialog";
import { useHasBusiness } from "../sending/useHasBusiness";
import type { StoredDocument } from "../types";
import { asksBeforeConverting, ConvertDialog } from "./ConvertDialog";
import { CreditDialog } from "./credits/CreditDialog";
import { RewordDialog } from "./credits/RewordDialog";
import { MainDeed } from "./MainDeed";
import { nextOfSettled, Settled } from "./Settled";
import { TemplateDialog } from "./TemplateDialog";

interface Props {
  kind: DocumentKind;
  document: StoredDocument;
  /** Records a payment, where that comes next. */
  payment: ReactNode;
  onPrint: () => void;
}

/** The statuses in which a customer may owe an answer or money; the server says whether they do. */
const CAN_WAIT: ReadonlySet<string> = new Set(["sent", "partially_paid"]);

/** Of those whose day has passed: one that is paid by now may have been paid late. */
const CAN_BE_LATE: ReadonlySet<string> = new Set(["sent", "partially_paid", "paid"]);

/** What can be done with the document now: the one thing first, the rest behind a menu. */
export function DetailActions({ kind, document: doc, payment, onPrint }: Props) {
  const words = wordsOf(doc);
  const { allowed } = doc;
  const navigate = useNavigate();
  const [asking, setAsking] = useState<
    "send" | "convert" | "void" | "delete" | "credit" | "reword" | "template" | null
  >(null);
  const number = doc[words.numberField] ?? null;
  const title = number ? `${words.Name} ${number}` : `this draft ${words.name}`;
  const convert = useConvert(doc.id);
  const duplicate = useDuplicate(kind);
  const archive = useArchive(kind);
  const voidIt = useVoid(kind, doc.id);
  const deleteDraft = useDeleteDraft(kind);
  const remind = useRemind(kind, doc.id);
  const close = () => setAsking(null);
  const byServer = useNeedsSignal();
  const writing = useWriting();
  const { reached } = useConnection();
  const rules = useRules();
  // What is not written follows from what was sent: it stays whose it was.
  const lacksBusiness = words.isWritten && doc.status === "draft" && doc.businessProfileId === null;
  const hasBusiness = useHasBusiness(!lacksBusiness);
  const sent: Sent = {
    business: doc.businessProfile,
    customer: doc.contact,
    issueDate: doc.issueDate ?? "",
    endDate: endOf(kind, doc) ?? "",
    today: todayInLondon(),
  };
  const next = nextOfSettled(doc);
  // A copy as the main action is the same deed.
  const offersDuplicate = words.isWritten && !allowed.edit && !allowed.send && next?.deed !== "copy";
  const isSentAgain = allowed.send && doc.status !== "draft";
  // So that the menu does not stand alone.
  const hasPrint = !allowed.edit && !isSentAgain && !offersDuplicate;
  const lines = doc.items.map(({ name }, at) => ({ name, position: at + 1 }));

  const toInvoice = () =>
    convert.mutate(undefined, {
      onError: close,
      onSuccess: (invoice) => {
        toast({
          title: "Invoice created",
          description: "Check it, then send it.",
          tone: "good",
        });
        navigate(`/invoices/edit/${invoice.id}`);
      },
    });
  const copyIt = () =>
    duplicate.mutate(doc.id, { onSuccess: (copy) => navigate(`${words.path}/edit/${copy.id}`) });

  const items: (MenuItem | false)[] = [
    byServer({
      label: "Download PDF",
      icon: FileDown,
      file: fileAddress(`${words.api}/{id}/pdf`, { params: { id: doc.id } }),
    }),
    !hasPrint && { label: "Print", icon: Printer, onSelect: onPrint, reads: true },
    words.asks !== "nothing" &&
      CAN_WAIT.has(doc.status) &&
      !doc.archived &&
      byServer({ label: "Send a reminder", icon: BellRing, onSelect: writing(() => remind.mutate()) }),
    kind === "invoice" &&
      CAN_BE_LATE.has(doc.status) &&
      rules.hasPassed(endOf(kind, doc) ?? "", todayInLondon()) &&
      byServer({
        label: "Charge late payment interest",
        icon: HandCoins,
        to: `/invoices/${doc.id}/late-payment`,
      }),
    allowed.credit &&
      !doc.archived &&
      byServer({
        label: "Credit this invoice",
        icon: FileMinus,
        onSelect: writing(() => setAsking("credit")),
      }),
    words.isWritten &&
      words.asks === "balance" &&
      byServer({ label: "Repeat this invoice", icon: Repeat, to: `/recurring/create?from=${doc.id}` }),
    kind === "quote" && {
      label: "Save as template",
      icon: LayoutTemplate,
      onSelect: writing(() => setAsking("template")),
    },
    kind === "quote" &&
      doc.status !== "draft" &&
      byServer({ label: "Compare versions", icon: FileDiff, to: `/quotes/${doc.id}/versions` }),
    words.isWritten &&
      (allowed.edit || allowed.send) &&
      byServer({ label: "Duplicate", icon: Copy, onSelect: writing(copyIt) }),
    byServer(
      doc.archived
        ? {
            label: "Restore",
            icon: ArchiveRestore,
            onSelect: writing(() => void archive.restore(doc.id, title)),
            separated: true,
          }
        : {
            label: "Archive",
            icon: Archive,
            onSelect: writing(() => void archive.archive(doc.id, title)),
            separated: true,
          },
    ),
    allowed.void &&
      byServer({
        label: `Void ${words.name}`,
        icon: Ban,
        danger: true,
        onSelect: writing(() => setAsking("void")),
      }),
    allowed.delete &&
      byServer({
        label: "Delete draft",
        icon: Trash2,
        danger: true,
        onSelect: writing(() => setAsking("delete")),
      }),
  ];

  const menu = (
    <DropdownMenu
      trigger={
        <IconButton
          label={`More for ${title}`}
          variant="secondary"
          icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
        />
      }
      items={items.filter((item): item is MenuItem => item !== false)}
    />
  );

  return (
    <div className="mt-4 grid gap-2">
      {payment}
      <MainDeed
        {...{ doc, words }}
        isOther={payment !== null}
        converting={convert.isPending}
        onConvert={writing(() => (asksBeforeConverting(doc) ? setAsking("convert") : toInvoice()))}
        onSend={writing(() => setAsking("send"))}
      />
      {next && (
        <Settled
          document={doc}
          next={next}
          busy={duplicate.isPending}
          disabled={!reached}
          onCopy={writing(copyIt)}
        />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {allowed.edit && !words.isWritten && (
          <Button
            className="flex-auto px-1!"
            icon={<Pencil aria-hidden size={18} strokeWidth={1.75} />}
            disabled={!reached}
            onClick={writing(() => setAsking("reword"))}
          >
            Edit notes
          </Button>
        )}
        {allowed.edit && words.isWritten && (
          <Button asChild className="flex-auto px-2! max-[359px]:px-1!">
            <Link to={`${words.path}/edit/${doc.id}`}>
              <Pencil aria-hidden size={18} strokeWidth={1.75} />
              Edit
            </Link>
          </Button>
        )}
        {isSentAgain && (
          <Button
            className="flex-auto px-1!"
            icon={<Send aria-hidden size={18} strokeWidth={1.75} />}
            onClick={writing(() => setAsking("send"))}
          >
            Send again
          </Button>
        )}
        {offersDuplicate && (
          <Button
            className="flex-auto px-2! max-[359px]:px-1!"
            icon={<Copy aria-hidden size={18} strokeWidth={1.75} />}
            busy={duplicate.isPending}
            disabled={!reached}
            onClick={writing(copyIt)}
          >
            Duplicate
          </Button>
        )}
        {hasPrint && (
          <Button
            className="flex-auto px-2! max-[359px]:px-1!"
            icon={<Printer aria-hidden size={18} strokeWidth={1.75} />}
            onClick={onPrint}
          >
            Print
          </Button>
        )}
        {menu}
      </div>
      <SendDialog
        words={words}
        document={{
          id: doc.id,
          kind,
          contact: doc.contact,
          number,
          contactId: doc.contactId,
          businessProfileId: doc.businessProfileId,
        }}
        concerns={concerns(words, lines, sumsOf(doc.totals), sent, rules)}
        unjudged={vatFindings(words, sumsOf(doc.totals), sent, rules)}
        refusal={refusal(
          words,
          sent,
          {
            contactId: doc.contactId,
            businessProfileId: doc.businessProfileId,
            hasBusiness,
            number,
          },
          rules,
        )}
        open={asking === "send"}
        onOpenChange={(open) => !open && close()}
      />
      <ConvertDialog
        document={doc}
        title={title}
        open={asking === "convert"}
        busy={convert.isPending}
        onOpenChange={close}
        onConfirm={toInvoice}
      />
      {kind === "invoice" && (
        <CreditDialog document={doc} open={asking === "credit"} onOpenChange={(open) => !open && close()} />
      )}
      {!words.isWritten && (
        <RewordDialog document={doc} open={asking === "reword"} onOpenChange={(open) => !open && close()} />
      )}
      {asking === "template" && <TemplateDialog document={doc} onClose={close} />}
      <ConfirmDialog
        open={asking === "void"}
        onOpenChange={close}
        title={`Void ${title}?`}
        description={
          words.isWritten
            ? `It keeps its number. Your customer’s link will say that it was voided${doc.contact?.email ? ", and we’ll email them that there is nothing to pay" : ""}. This cannot be undone.`
            : "The invoice asks for the amount again. The credit note keeps its number, and your customer’s link will say that it was voided. This cannot be undone."
        }
        confirmLabel={`Void ${words.name}`}
        busy={voidIt.isPending}
        onConfirm={() =>
          voidIt.mutate(undefined, {
            onSuccess: close,
            onError: (error) => toast({ title: errorMessage(error), tone: "bad" }),
          })
        }
      />
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={close}
        title={`Delete ${title}?`}
        description="Nobody has seen it yet. This cannot be undone."
        confirmLabel="Delete draft"
        busy={deleteDraft.isPending}
        onConfirm={() =>
          deleteDraft.mutate(doc.id, {
            // A draft credit note is left for the invoice that it was made from.
            onSuccess: () =>
              navigate(doc.invoiceId ? `/invoices/${doc.invoiceId}` : words.path, { replace: true }),
          })
        }
      />
    </div>
  );
}
