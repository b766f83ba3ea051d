import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useId } from "react";
import { errorMessage } from "../../api/errors";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { PublicResponse } from "../../api/generated/PublicResponse";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Loading, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { wordsOf } from "../kind";
import { useSign } from "../mutations";
import { DocumentPaper } from "../paper/DocumentPaper";
import { ownPhoto } from "../photos/ownPhoto";
import { publicKeys } from "../publicKeys";
import { publicPageOf } from "../queries";
import type { StoredDocument } from "../types";
import { AcceptForm } from "./AcceptForm";
import { acceptLabel } from "./labels";
import { again, hasPicks, type Picks } from "./picks";
import { mustReadAgain, readOf } from "./read";
import { unissuedPage, withPicks } from "./unissued";
import { useChoice } from "./useChoice";
import { VariationNote } from "./VariationNote";
import { withVat } from "./vatWords";

type Sign = ReturnType<typeof useSign>;

/**
 * A quote held out to its customer on the business's own device: what they would read behind their link, and a place
 * to sign. It fills the phone, so that what is handed over is this and nothing else.
 */
export default function SignSheet({
  document: doc,
  token,
  isUnshared,
  onClose,
}: {
  document: StoredDocument;
  /** The secret of its link; null: it has none yet, and is signed as it is on this device. */
  token: string | null;
  /** Whether this device keeps changes of it that its customer was not shown. */
  isUnshared: boolean;
  onClose: () => void;
}) {
  const sign = useSign(doc.id);
  const client = useQueryClient();
  const rules = useRules();
  // Read anew each time: nobody signs what is not there any more.
  const read = useQuery({
    queryKey: [...publicKeys.one("quote", token ?? doc.id), "to-sign", doc.updatedAt],
    queryFn: async ({ signal }): Promise<Pick<PublicResponse, "page">> =>
      token ? await publicPageOf(token, signal) : await unissuedPage(rules, client, doc),
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => previous,
  });
  const form = useId();
  const page = read.data?.page;
  const heading = page?.presentation.heading ?? "Quote";
  // One that was written without signal is a draft until it is sent.
  const isOver = doc.status !== "sent" && doc.status !== "draft";
  // What was typed over an issued quote and not put before its customer is not what would be signed.
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
              {acceptLabel({ variation: page?.presentation.variation })}
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
        <Over document={doc} isOurs={sign.isSuccess} />
      ) : page ? (
        // Another version is signed anew: what was drawn was drawn under the one before.
        <Signing
          key={readOf(page)}
          page={page}
          document={doc}
          token={token ?? doc.id}
          form={form}
          sign={sign}
        />
      ) : read.isError ? (
        <ErrorState
          title={`The ${wordsOf(doc).name} could not be loaded`}
          message={errorMessage(read.error)}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Loading>
          <Skeleton className="h-96" />
        </Loading>
      )}
    </Dialog>
  );
}

function Signing({
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
  sign: Sign;
}) {
  const client = useQueryClient();
  const rules = useRules();
  const here = useCallback((picks: Picks) => withPicks(rules, doc, picks), [rules, doc]);
  const choice = useChoice("quote", token, page, here);
  const { shown } = choice;
  const words = wordsOf(doc);
  const total = withVat(shown.totals.find(({ kind }) => kind === "total")?.amount ?? "", shown.summary.vat);
  const under = shown.actions.terms ? ", under its Terms & Conditions" : "";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pb-2">
      {sign.isError && (
        <Banner tone={mustReadAgain(sign.error) ? "amber" : "red"} live>
          {errorMessage(sign.error)}
        </Banner>
      )}
      <p className="text-quiet">
        {[`From ${shown.businessName}.`, shown.summary.date && `${shown.summary.date}.`]
          .filter(Boolean)
          .join(" ")}{" "}
        {[
          "Please read it",
          shown.actions.choose && "pick the choice you want",
          shown.actions.options && "tick the items you want",
          "then sign below.",
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
      {shown.variation && <VariationNote variation={shown.variation} />}
      <div className="overflow-hidden rounded-lg border border-line">
        <DocumentPaper
          document={shown}
          choice={hasPicks(shown) ? choice : undefined}
          photoAddress={ownPhoto}
        />
      </div>
      {choice.hasFailed && (
        <Banner tone="red" live>
          {`The new total could not be worked out. Check your signal and ${again(shown)}`}
        </Banner>
      )}
      <AcceptForm
        id={form}
        page={page}
        choice={choice}
        mustSign
        cancellation={page.presentation.cancellation ?? null}
        onAccept={({ signature, ...said }) => {
          if (!signature || choice.isReckoning) return;
          sign.mutate(
            { ...said, signature },
            {
              // Whatever has become of it shows: another version, or that somebody else was first.
              onError: () => void client.invalidateQueries({ queryKey: publicKeys.one("quote", token) }),
            },
          );
        }}
      >
        <p className="text-sm">
          {`By signing I accept this ${words.name} of ${total} from ${shown.businessName}${under}.`}
        </p>
      </AcceptForm>
    </div>
  );
}

/** What has become of it: signed here, or elsewhere meanwhile. */
export function Over({ document: doc, isOurs }: { document: StoredDocument; isOurs: boolean }) {
  const { acceptance, contact, totals } = doc;
  const { gbp } = useRules();
  if (!acceptance)
    return <Banner tone="amber">{`This ${wordsOf(doc).name} can no longer be accepted.`}</Banner>;
  // Of an earlier version the document does not say it.
  const hasVat = Number(totals.vatAmount) !== 0 && gbp(totals.totalAmount) === acceptance.total;
  const total = withVat(acceptance.total, hasVat ? "including VAT" : undefined);
  // One that waits on this device has no version of the server's yet.
  const isSent = acceptance.versionNumber > 0;
  const copy = !contact?.email
    ? ` The certificate is saved with the ${wordsOf(doc).name}.`
    : isSent
      ? ` Your certificate is on its way to ${contact.email}.`
      : ` It goes out once there is signal, and your certificate then comes to ${contact.email}.`;
  return (
    <Banner tone="green" live title={isOurs ? `Thank you, ${acceptance.name}` : "Already accepted"}>
      {isOurs
        ? `You accepted it for ${total}.${copy} Please hand the device back.`
        : `${acceptance.name ?? "The customer"} accepted it, ${acceptance.acceptedAt}, for ${total}. There is no need to sign again.`}
    </Banner>
  );
}
