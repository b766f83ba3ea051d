import { useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { fileAddress } from "../../api/calls";
import { errorMessage } from "../../api/errors";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ListSkeleton } from "../../ui/Skeleton";
import { chosenIds } from "../bulk/useBulk";
import type { Chosen } from "../bulk/useSelection";
import type { KindWords } from "../kind";
import type { ListFilter } from "../queries";

/** How many papers one file holds, as the server has it. */
const IN_A_FILE = 100;
/** How many files are offered; more papers than those hold are a narrower list. */
const FILES = 20;

/** The PDFs of a list or of what is chosen of it, in files of a hundred. */
export function PapersDialog({
  words,
  filter,
  chosen,
  onClose,
}: {
  words: KindWords;
  filter: ListFilter;
  chosen: Chosen;
  onClose: () => void;
}) {
  const found = useQuery({
    queryKey: ["papers", words.kind, filter, chosen.isAll, [...chosen.ids]],
    queryFn: () => chosenIds(words.kind, filter, chosen),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ids = found.data ?? [];
  const parts = Array.from({ length: Math.min(FILES, Math.ceil(ids.length / IN_A_FILE)) }, (_, at) => {
    const part = ids.slice(at * IN_A_FILE, (at + 1) * IN_A_FILE);
    return { first: at * IN_A_FILE + 1, last: at * IN_A_FILE + part.length, ids: part };
  });
  const many = ids.length.toLocaleString("en-GB");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Download as PDFs"
      description={
        found.isSuccess && ids.length > IN_A_FILE
          ? `${many} ${words.plural}, ${IN_A_FILE} to a zip file. Each file takes a moment to make.`
          : "In one zip file. It takes a moment to make."
      }
    >
      {found.isPending ? (
        <ListSkeleton rows={2} />
      ) : found.isError ? (
        <Banner tone="red" live>
          {errorMessage(found.error)}
        </Banner>
      ) : (
        <div className="grid gap-2">
          {parts.map(({ first, last, ids }) => (
            <Button key={first} asChild block>
              <a href={fileAddress(`${words.api}/pdfs`, { query: { ids: ids.join(",") } })} download>
                <FileDown aria-hidden size={20} strokeWidth={1.75} />
                {parts.length === 1
                  ? `Download ${last} ${last === 1 ? words.name : words.plural}`
                  : `${words.Plural} ${first.toLocaleString("en-GB")} to ${last.toLocaleString("en-GB")}`}
              </a>
            </Button>
          ))}
          {ids.length > FILES * IN_A_FILE && (
            <p className="text-quiet text-sm">
              {`These are the first ${(FILES * IN_A_FILE).toLocaleString("en-GB")} of ${many}. Filter the list by date to get the others.`}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
