import { useQuery } from "@tanstack/react-query";
import { Bookmark, BookmarkPlus, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, errorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { View } from "../../api/generated/View";
import type { ViewQuery } from "../../api/generated/ViewQuery";
import { newId } from "../../api/ids";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { Dialog } from "../../ui/Dialog";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { useLooking } from "../../ui/looking";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { showsSame, useViews, viewsQuery } from "./views";

const chip =
  "flex h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-full border px-4 font-medium text-sm transition-colors md:px-3 md:pointer-fine:h-9";

/** The views that were kept of a list, and a place to keep what it shows now. */
export function ViewChips({
  kind,
  query,
  narrowed,
  onShow,
}: {
  kind: DocumentKind;
  query: ViewQuery;
  /** Whether there is something to keep: a list as it comes is no view. */
  narrowed: boolean;
  onShow: (query: ViewQuery) => void;
}) {
  const all = useQuery(viewsQuery);
  const { drop, keep } = useViews();
  const [naming, setNaming] = useState<View | "new" | null>(null);
  const views = all.data?.filter((view) => view.kind === kind) ?? [];
  const current = views.find((view) => showsSame(view.query, query));
  const isLook = useLooking() !== null;
  const canKeep = narrowed && !current && all.isSuccess && !isLook;
  if (views.length === 0 && !canKeep && naming === null) return null;
  const dropIt = (view: View) =>
    drop.mutate(view.id, {
      onSuccess: () =>
        toast({
          title: "View removed",
          description: view.name,
          action: { label: "Undo", onPress: () => keep.mutate(view) },
        }),
      onError: (error) => toast({ title: errorMessage(error), tone: "bad" }),
    });
  return (
    <fieldset className="-mx-4 mb-2 min-w-0 md:mx-0">
      <legend className="sr-only">Saved views</legend>
      <div className="flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:flex-wrap md:px-1">
        {views.map((view) => {
          const isOn = view === current;
          return (
            <span key={view.id} className="flex shrink-0 items-center">
              <button
                type="button"
                aria-pressed={isOn}
                onClick={() => onShow(view.query)}
                className={cx(
                  chip,
                  isOn
                    ? "border-ink bg-ink text-paper"
                    : "border-line bg-paper text-body hover:border-line-strong",
                )}
              >
                <Bookmark aria-hidden size={16} strokeWidth={1.75} />
                <span className="max-w-48 truncate">{view.name}</span>
              </button>
              {isOn && (
                <DropdownMenu
                  trigger={
                    <IconButton
                      label={`More for the view ${view.name}`}
                      icon={<EllipsisVertical aria-hidden size={18} strokeWidth={1.75} />}
                      className="text-quiet"
                    />
                  }
                  items={[
                    { label: "Rename", icon: Pencil, onSelect: () => setNaming(view) },
                    { label: "Remove view", icon: Trash2, danger: true, onSelect: () => dropIt(view) },
                  ]}
                />
              )}
            </span>
          );
        })}
        {canKeep && (
          <button
            type="button"
            onClick={() => setNaming("new")}
            className={cx(chip, "border-line-strong border-dashed bg-transparent text-ink hover:bg-hover")}
          >
            <BookmarkPlus aria-hidden size={16} strokeWidth={1.75} />
            Save this view
          </button>
        )}
      </div>
      <Dialog
        open={naming !== null}
        onOpenChange={(open) => !open && setNaming(null)}
        title={naming === "new" ? "Save this view" : "Rename the view"}
        description={
          naming === "new" ? "Go back to this filtered list with one tap, on all your devices." : undefined
        }
      >
        {naming && (
          <NameForm
            view={naming === "new" ? null : naming}
            kind={kind}
            query={query}
            onDone={() => setNaming(null)}
          />
        )}
      </Dialog>
    </fieldset>
  );
}

function NameForm({
  view,
  kind,
  query,
  onDone,
}: {
  view: View | null;
  kind: DocumentKind;
  query: ViewQuery;
  onDone: () => void;
}) {
  const { keep, change } = useViews();
  const [name, setName] = useState(view?.name ?? "");
  // The same view, should the answer be lost and the button pressed again.
  const [id] = useState(newId);
  const [isMissing, setMissing] = useState(false);
  const { error, isPending } = view ? change : keep;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === "");
    if (name.trim() === "") return;
    const done = { onSuccess: onDone };
    if (view) change.mutate({ ...view, name }, done);
    else keep.mutate({ id, kind, name, query }, done);
  };
  const told = error instanceof ApiError ? error.errors[0]?.msg : undefined;
  const refused = error ? (told ?? errorMessage(error)) : undefined;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        label="Name"
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
        error={isMissing ? "Give the view a name." : refused}
      />
      <Button type="submit" variant="primary" block busy={isPending} busyLabel="Saving…">
        {view ? "Rename" : "Save view"}
      </Button>
    </form>
  );
}
