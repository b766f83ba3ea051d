import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useId } from "react";
import { getErrorMessage } from "../../api/errors";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { PublicResponse } from "../../api/generated/PublicResponse";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { LoadingRegion, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { getKindInfo } from "../kind";
import { useSignQuote } from "../mutations";
import { getOwnPhotoUrl } from "../photos/getOwnPhotoUrl";
import { PrintableDocument } from "../printable/PrintableDocument";
import { publicPageKeys } from "../publicPageKeys";
import { readPublicPage } from "../queries";
import type { StoredDocument } from "../types";
import { AcceptForm } from "./AcceptForm";
import { appendVatText, getAcceptLabel, getReadVersion, mustReadAgain } from "./acceptance";
import { buildUnissuedPage, presentWithPicks } from "./unissued";
import { describeRetryPick, hasPickableItems, type QuotePicks, useQuotePicker } from "./useQuotePicker";
import { VariationNote } from "./VariationNote";

type SignMutation = ReturnType<typeof useSignQuote>;

/**
 * A quote for the customer to sign on the business's device: what they would read behind their link, and a
 * signature pad. It fills a phone's screen, so that nothing else is visible when the phone is handed over.
 */
export default function SignSheet({
  document: doc,
  token,
  isUnshared,
  onClose,
}: {
  document: StoredDocument;
  /** The token of its link; null if it has none yet and is signed as stored on this device. */
  token: string | null;
  /** Whether this device has changes that haven't been shared with the customer. */
  isUnshared: boolean;
  onClose: () => void;
}) {
  const sign = useSignQuote(doc.id);
  const client = useQueryClient();
  const rules = useRules();
  // Always refetched, so that nobody signs an outdated version.
  const pageResult = useQuery({
    queryKey: [...publicPageKeys.one("quote", token ?? doc.id), "to-sign", doc.updatedAt],
    queryFn: async ({ signal }): Promise<Pick<PublicResponse, "page">> =>
      token ? await readPublicPage(token, signal) : await buildUnissuedPage(rules, client, doc),
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => previous,
  });
  const form = useId();
  const page = pageResult.data?.page;
  const heading = page?.presentation.heading ?? "Quote";
  // A quote written offline is a draft until it is sent.
  const isOver = doc.status !== "sent" && doc.status !== "draft";
  // Changes to an issued quote that weren't shared with the customer aren't what would be signed.
  const isChanged = isUnshared && token !== null && !isOver;
  const isClosed = isOver || isChanged;
  return (
    <Dialog
      open
      full
      wide
      onOpenChange={(open) => !open && onClose()}
      title={isClosed ? heading : `Accept ${heading}`}
      footer={
        isClosed ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              form={form}
              variant="accent"
              disabled={!page}
              busy={sign.isPending}
              busyLabel="Accepting…"
            >
              {getAcceptLabel({ variation: page?.presentation.variation })}
            </Button>
          </>
        )
      }
    >
      {isChanged ? (
        <Banner tone="amber" title="Your customer doesn’t have your changes yet">
          Press Update quote or Discard first, so that your customer signs the right version. An update that
          is waiting for signal has to reach them before they sign here.
        </Banner>
      ) : isOver ? (
        <SignedNotice document={doc} isSignedHere={sign.isSuccess} />
      ) : page ? (
        // A new version must be signed again, since the signature was drawn under the previous one.
        <SignForm
          key={getReadVersion(page)}
          page={page}
          document={doc}
          token={token ?? doc.id}
          form={form}
          sign={sign}
        />
      ) : pageResult.isError ? (
        <ErrorState
          title={`The ${getKindInfo(doc).name} could not be loaded`}
          message={getErrorMessage(pageResult.error)}
          onRetry={() => void pageResult.refetch()}
        />
      ) : (
        <LoadingRegion>
          <Skeleton className="h-96" />
        </LoadingRegion>
      )}
    </Dialog>
  );
}

function SignForm({
  page,
  document: doc,
  token,
  form,
  sign,
}: {
  page: PublicPage;
  document: StoredDocument;
  token: string;
  form: string;
  sign: SignMutation;
}) {
  const client = useQueryClient();
  const rules = useRules();
  const presentPicks = useCallback((picks: QuotePicks) => presentWithPicks(rules, doc, picks), [rules, doc]);
  const picker = useQuotePicker("quote", token, page, presentPicks);
  const { presentation } = picker;
  const kindInfo = getKindInfo(doc);
  const total = appendVatText(
    presentation.totals.find(({ kind }) => kind === "total")?.amount ?? "",
    presentation.summary.vat,
  );
  const termsText = presentation.actions.terms ? ", under its Terms & Conditions" : "";
  return (
    <div className="grid gap-5 pb-2">
      {sign.isError && (
        <Banner tone={mustReadAgain(sign.error) ? "amber" : "red"} live>
          {getErrorMessage(sign.error)}
        </Banner>
      )}
      <p className="text-quiet">
        {[`From ${presentation.businessName}.`, presentation.summary.date && `${presentation.summary.date}.`]
          .filter(Boolean)
          .join(" ")}{" "}
        {[
          "Please read it",
          presentation.actions.choose && "pick the choice you want",
          presentation.actions.options && "tick the items you want",
          "then sign below.",
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
      {presentation.variation && (
        <VariationNote variation={presentation.variation} vat={presentation.summary.vat} />
      )}
      <div className="overflow-hidden rounded-lg border border-line">
        <PrintableDocument
          document={presentation}
          picker={hasPickableItems(presentation) ? picker : undefined}
          getPhotoUrl={getOwnPhotoUrl}
        />
      </div>
      {picker.hasFailed && (
        <Banner tone="red" live>
          {`The new total could not be worked out. Check your signal and ${describeRetryPick(presentation)}`}
        </Banner>
      )}
      <AcceptForm
        id={form}
        page={page}
        picker={picker}
        mustSign
        cancellation={page.presentation.cancellation ?? null}
        onAccept={({ signature, ...input }) => {
          if (!signature || picker.isCalculating) return;
          sign.mutate(
            { ...input, signature },
            {
              // Show what has happened: there is a new version, or another person was first.
              onError: () => void client.invalidateQueries({ queryKey: publicPageKeys.one("quote", token) }),
            },
          );
        }}
      >
        <p className="text-sm">
          {`By signing I accept this ${kindInfo.name} of ${total} from ${presentation.businessName}${termsText}.`}
        </p>
      </AcceptForm>
    </div>
  );
}

/** What has happened to the quote: signed here, or elsewhere meanwhile. */
export function SignedNotice({
  document: doc,
  isSignedHere,
}: {
  document: StoredDocument;
  isSignedHere: boolean;
}) {
  const { acceptance, contact, totals } = doc;
  const { gbp } = useRules();
  if (!acceptance)
    return <Banner tone="amber">{`This ${getKindInfo(doc).name} can no longer be accepted.`}</Banner>;
  // If an earlier version was accepted, the document's VAT may differ from what was accepted.
  const hasVat = Number(totals.vatAmount) !== 0 && gbp(totals.totalAmount) === acceptance.total;
  const total = appendVatText(acceptance.total, hasVat ? "including VAT" : undefined);
  // An acceptance waiting on this device has no version number from the server yet.
  const isSent = acceptance.versionNumber > 0;
  const certificateText = !contact?.email
    ? ` The certificate is saved with the ${getKindInfo(doc).name}.`
    : isSent
      ? ` Your certificate is on its way to ${contact.email}.`
      : ` It goes out once there is signal, and your certificate then comes to ${contact.email}.`;
  return (
    <Banner tone="green" live title={isSignedHere ? `Thank you, ${acceptance.name}` : "Already accepted"}>
      {isSignedHere
        ? `You accepted it for ${total}.${certificateText} Please hand the device back.`
        : `${acceptance.name ?? "The customer"} accepted it, ${acceptance.acceptedAt}, for ${total}. There is no need to sign again.`}
    </Banner>
  );
}
