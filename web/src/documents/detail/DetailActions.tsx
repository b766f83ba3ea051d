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
import { getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { buildFileUrl } from "../../api/requests";
import { usePlanGuard } from "../../entities/plans/usePlanGuard";
import { useSignalMark } from "../../offline/waiting/useNeedsSignal";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/Dialog";
import { DropdownMenu, type MenuItem } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { toast } from "../../ui/toast";
import { useSendReminder } from "../chasing/queries";
import { getEndDate, getKindInfo } from "../kind";
import {
  useArchiveDocument,
  useConvertQuote,
  useDeleteDraft,
  useDuplicateDocument,
  useVoidDocument,
} from "../mutations";
import {
  findLocalVatFindings,
  findSendRefusal,
  findSendWarnings,
  type SendCheckInput,
  toTotalsInPence,
} from "../sendChecks";
import { useHasBusiness } from "../sending/queries";
import { SendDialog } from "../sending/SendDialog";
import type { StoredDocument } from "../types";
import { CreditDialog } from "./credits/CreditDialog";
import { EditCreditNoteDialog } from "./credits/EditCreditNoteDialog";
import { ConvertDialog, NextActionButton, needsConvertConfirmation } from "./NextActionButton";
import { SaveTemplateDialog } from "./SaveTemplateDialog";
import { findSettledAction, SettledAction } from "./SettledAction";

interface DetailActionsProps {
  kind: DocumentKind;
  document: StoredDocument;
  /** The button that records a payment, if that is the next step. */
  payment: ReactNode;
  onPrint: () => void;
}

/** The statuses in which the customer may owe a decision or money; the server decides whether they do. */
const REMINDABLE_STATUSES: ReadonlySet<string> = new Set(["sent", "partially_paid"]);

/**
 * The statuses in which an invoice past its due date may have late payment charges: a paid invoice may have
 * been paid late.
 */
const LATE_STATUSES: ReadonlySet<string> = new Set(["sent", "partially_paid", "paid"]);

/** The document's current actions: the main one first, the others in a menu. */
export function DetailActions({ kind, document: doc, payment, onPrint }: DetailActionsProps) {
  const kindInfo = getKindInfo(doc);
  const { allowed } = doc;
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<
    "send" | "convert" | "void" | "delete" | "credit" | "reword" | "template" | null
  >(null);
  const number = doc[kindInfo.numberField] ?? null;
  const title = number ? `${kindInfo.Name} ${number}` : `this draft ${kindInfo.name}`;
  const convert = useConvertQuote(doc.id);
  const duplicate = useDuplicateDocument(kind);
  const archive = useArchiveDocument(kind);
  const voidDocument = useVoidDocument(kind, doc.id);
  const deleteDraft = useDeleteDraft(kind);
  const remind = useSendReminder(kind, doc.id);
  const close = () => setOpenDialog(null);
  const whenOnline = useSignalMark();
  const writing = usePlanGuard();
  const { reached } = useConnection();
  const rules = useRules();
  // Credit notes take the business from their invoice.
  const lacksBusiness = kindInfo.isWritten && doc.status === "draft" && doc.businessProfileId === null;
  const hasBusiness = useHasBusiness(!lacksBusiness);
  const sendCheckInput: SendCheckInput = {
    business: doc.businessProfile,
    customer: doc.contact,
    issueDate: doc.issueDate ?? "",
    endDate: getEndDate(kind, doc) ?? "",
    today: todayInLondon(),
  };
  // A payment comes first.
  const settledAction = payment ? null : findSettledAction(doc);
  // Otherwise the main action already makes a copy.
  const offersDuplicate =
    kindInfo.isWritten && !allowed.edit && !allowed.send && settledAction?.type !== "copy";
  const isSentAgain = allowed.send && doc.status !== "draft";
  // So that the menu isn't the only button.
  const hasPrint = !allowed.edit && !isSentAgain && !offersDuplicate;
  const lines = doc.items.map(({ name }, at) => ({ name, position: at + 1 }));

  const convertToInvoice = () =>
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
  const duplicateAndEdit = () =>
    duplicate.mutate(doc.id, { onSuccess: (copy) => navigate(`${kindInfo.path}/edit/${copy.id}`) });

  const items: (MenuItem | false)[] = [
    whenOnline({
      label: "Download PDF",
      icon: FileDown,
      file: buildFileUrl(`${kindInfo.api}/{id}/pdf`, { params: { id: doc.id } }),
    }),
    !hasPrint && { label: "Print", icon: Printer, onSelect: onPrint, reads: true },
    kindInfo.requestedPayment !== "nothing" &&
      REMINDABLE_STATUSES.has(doc.status) &&
      !doc.archived &&
      whenOnline({ label: "Send a reminder", icon: BellRing, onSelect: writing(() => remind.mutate()) }),
    kind === "invoice" &&
      LATE_STATUSES.has(doc.status) &&
      rules.hasPassed(getEndDate(kind, doc) ?? "", todayInLondon()) &&
      whenOnline({
        label: "Charge late payment interest",
        icon: HandCoins,
        to: `/invoices/${doc.id}/late-payment`,
      }),
    allowed.credit &&
      !doc.archived &&
      whenOnline({
        label: "Credit this invoice",
        icon: FileMinus,
        onSelect: writing(() => setOpenDialog("credit")),
      }),
    kindInfo.isWritten &&
      kindInfo.requestedPayment === "balance" &&
      whenOnline({ label: "Repeat this invoice", icon: Repeat, to: `/recurring/create?from=${doc.id}` }),
    kind === "quote" && {
      label: "Save as template",
      icon: LayoutTemplate,
      onSelect: writing(() => setOpenDialog("template")),
    },
    kind === "quote" &&
      doc.status !== "draft" &&
      whenOnline({ label: "Compare versions", icon: FileDiff, to: `/quotes/${doc.id}/versions` }),
    kindInfo.isWritten &&
      (allowed.edit || allowed.send) &&
      whenOnline({ label: "Duplicate", icon: Copy, onSelect: writing(duplicateAndEdit) }),
    whenOnline(
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
      whenOnline({
        label: `Void ${kindInfo.name}`,
        icon: Ban,
        danger: true,
        onSelect: writing(() => setOpenDialog("void")),
      }),
    allowed.delete &&
      whenOnline({
        label: "Delete draft",
        icon: Trash2,
        danger: true,
        onSelect: writing(() => setOpenDialog("delete")),
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
      <NextActionButton
        {...{ doc, kindInfo }}
        hasOtherNext={payment !== null}
        converting={convert.isPending}
        onConvert={writing(() =>
          needsConvertConfirmation(doc) ? setOpenDialog("convert") : convertToInvoice(),
        )}
        onSend={writing(() => setOpenDialog("send"))}
      />
      {settledAction && (
        <SettledAction
          document={doc}
          action={settledAction}
          busy={duplicate.isPending}
          disabled={!reached}
          onCopy={writing(duplicateAndEdit)}
        />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {allowed.edit && !kindInfo.isWritten && (
          <Button
            className="flex-auto px-1!"
            icon={<Pencil aria-hidden size={18} strokeWidth={1.75} />}
            disabled={!reached}
            onClick={writing(() => setOpenDialog("reword"))}
          >
            Edit notes
          </Button>
        )}
        {allowed.edit && kindInfo.isWritten && (
          <Button asChild className="flex-auto px-2! max-[359px]:px-1!">
            <Link to={`${kindInfo.path}/edit/${doc.id}`}>
              <Pencil aria-hidden size={18} strokeWidth={1.75} />
              Edit
            </Link>
          </Button>
        )}
        {isSentAgain && (
          <Button
            className="flex-auto px-1!"
            icon={<Send aria-hidden size={18} strokeWidth={1.75} />}
            onClick={writing(() => setOpenDialog("send"))}
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
            onClick={writing(duplicateAndEdit)}
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
        kindInfo={kindInfo}
        document={{
          id: doc.id,
          kind,
          contact: doc.contact,
          number,
          contactId: doc.contactId,
          businessProfileId: doc.businessProfileId,
        }}
        warnings={findSendWarnings(kindInfo, lines, toTotalsInPence(doc.totals), sendCheckInput, rules)}
        localVatFindings={findLocalVatFindings(kindInfo, toTotalsInPence(doc.totals), sendCheckInput, rules)}
        refusal={findSendRefusal(
          kindInfo,
          sendCheckInput,
          {
            contactId: doc.contactId,
            businessProfileId: doc.businessProfileId,
            hasBusiness,
            number,
          },
          rules,
        )}
        open={openDialog === "send"}
        onOpenChange={(open) => !open && close()}
      />
      <ConvertDialog
        document={doc}
        title={title}
        open={openDialog === "convert"}
        busy={convert.isPending}
        onOpenChange={close}
        onConfirm={convertToInvoice}
      />
      {kind === "invoice" && (
        <CreditDialog
          document={doc}
          open={openDialog === "credit"}
          onOpenChange={(open) => !open && close()}
        />
      )}
      {!kindInfo.isWritten && (
        <EditCreditNoteDialog
          document={doc}
          open={openDialog === "reword"}
          onOpenChange={(open) => !open && close()}
        />
      )}
      {openDialog === "template" && <SaveTemplateDialog document={doc} onClose={close} />}
      <ConfirmDialog
        open={openDialog === "void"}
        onOpenChange={close}
        title={`Void ${title}?`}
        description={
          kindInfo.isWritten
            ? `It keeps its number. Your customer’s link will say that it was voided${doc.contact?.email ? ", and we’ll email them that there is nothing to pay" : ""}. This cannot be undone.`
            : "The invoice asks for the amount again. The credit note keeps its number, and your customer’s link will say that it was voided. This cannot be undone."
        }
        confirmLabel={`Void ${kindInfo.name}`}
        busy={voidDocument.isPending}
        onConfirm={() =>
          voidDocument.mutate(undefined, {
            onSuccess: close,
            onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
          })
        }
      />
      <ConfirmDialog
        open={openDialog === "delete"}
        onOpenChange={close}
        title={`Delete ${title}?`}
        description="Nobody has seen it yet. This cannot be undone."
        confirmLabel="Delete draft"
        busy={deleteDraft.isPending}
        onConfirm={() =>
          deleteDraft.mutate(doc.id, {
            // After deleting a draft credit note, return to its invoice.
            onSuccess: () =>
              navigate(doc.invoiceId ? `/invoices/${doc.invoiceId}` : kindInfo.path, { replace: true }),
          })
        }
      />
    </div>
  );
}
