import { useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { getErrorMessage } from "../../api/errors";
import { buildFileUrl } from "../../api/requests";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ListSkeleton } from "../../ui/Skeleton";
import { readChosenIds } from "../batches/useBulkAction";
import type { ChosenDocuments } from "../batches/useSelection";
import type { KindInfo } from "../kind";
import type { ListFilter } from "../queries";

/** The server's limit of documents per file. */
const MAX_PER_FILE = 100;
/** How many files are offered; for more documents, the user must filter the list. */
const MAX_FILES = 20;

/** Downloads the PDFs of a list or selection, in files of a hundred. */
export function DownloadPdfsDialog({
  kindInfo,
  filter,
  chosen,
  onClose,
}: {
  kindInfo: KindInfo;
  filter: ListFilter;
  chosen: ChosenDocuments;
  onClose: () => void;
}) {
  const idsResult = useQuery({
    queryKey: ["papers", kindInfo.kind, filter, chosen.isAll, [...chosen.ids]],
    queryFn: () => readChosenIds(kindInfo.kind, filter, chosen),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ids = idsResult.data ?? [];
  const parts = Array.from({ length: Math.min(MAX_FILES, Math.ceil(ids.length / MAX_PER_FILE)) }, (_, at) => {
    const part = ids.slice(at * MAX_PER_FILE, (at + 1) * MAX_PER_FILE);
    return { first: at * MAX_PER_FILE + 1, last: at * MAX_PER_FILE + part.length, ids: part };
  });
  const countText = ids.length.toLocaleString("en-GB");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Download as PDFs"
      description={
        idsResult.isSuccess && ids.length > MAX_PER_FILE
          ? `${countText} ${kindInfo.plural}, ${MAX_PER_FILE} to a zip file. Each file takes a moment to make.`
          : "In one zip file. It takes a moment to make."
      }
    >
      {idsResult.isPending ? (
        <ListSkeleton rows={2} />
      ) : idsResult.isError ? (
        <Banner tone="red" live>
          {getErrorMessage(idsResult.error)}
        </Banner>
      ) : (
        <div className="grid gap-2">
          {parts.map(({ first, last, ids }) => (
            <Button key={first} asChild block>
              <a href={buildFileUrl(`${kindInfo.api}/pdfs`, { query: { ids: ids.join(",") } })} download>
                <FileDown aria-hidden size={20} strokeWidth={1.75} />
                {parts.length === 1
                  ? `Download ${last} ${last === 1 ? kindInfo.name : kindInfo.plural}`
                  : `${kindInfo.Plural} ${first.toLocaleString("en-GB")} to ${last.toLocaleString("en-GB")}`}
              </a>
            </Button>
          ))}
          {ids.length > MAX_FILES * MAX_PER_FILE && (
            <p className="text-quiet text-sm">
              {`These are the first ${(MAX_FILES * MAX_PER_FILE).toLocaleString("en-GB")} of ${countText}. Filter the list by date to get the others.`}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
