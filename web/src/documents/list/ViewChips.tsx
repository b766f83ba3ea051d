import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, BookmarkPlus, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { View } from "../../api/generated/View";
import type { ViewInput } from "../../api/generated/ViewInput";
import type { ViewQuery } from "../../api/generated/ViewQuery";
import { get, newId, post, put, remove } from "../../api/requests";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { Dialog } from "../../ui/Dialog";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { useSupportView } from "../../ui/support-view";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";

const VIEWS_KEY = ["/api/views"];

/** The saved views of every list. */
export const viewsQuery = queryOptions({
  queryKey: VIEWS_KEY,
  queryFn: ({ signal }) => get("/api/views", { signal }),
});

/** Whether two views show the same. */
export function isSameView(one: ViewQuery, other: ViewQuery): boolean {
  const names = ["q", "status", "archived", "from", "to", "sort"] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Saves, renames and removes views. */
export function useViews() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: VIEWS_KEY });
  return {
    saveView: useMutation({ mutationFn: (body: ViewInput) => post("/api/views", { body }), onSuccess }),
    updateView: useMutation({
      mutationFn: ({ id, kind, name, query }: View) =>
        put("/api/views/{id}", { params: { id }, body: { kind, name, query } }),
      onSuccess,
    }),
    removeView: useMutation({
      mutationFn: (id: string) => remove("/api/views/{id}", { params: { id } }),
      onSuccess,
    }),
  };
}

const CHIP_CLASS =
  "flex h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-full border px-4 font-medium text-sm transition-colors md:px-3 md:pointer-fine:h-9";

/** The saved views of a list, with a button to save the current one. */
export function ViewChips({
  kind,
  query,
  canBeSaved,
  onShowView,
}: {
  kind: DocumentKind;
  query: ViewQuery;
  /** Whether there is something to save: the unfiltered list isn't a view. */
  canBeSaved: boolean;
  onShowView: (query: ViewQuery) => void;
}) {
  const viewsResult = useQuery(viewsQuery);
  const { removeView, saveView } = useViews();
  const [editedView, setEditedView] = useState<View | "new" | null>(null);
  const views = viewsResult.data?.filter((view) => view.kind === kind) ?? [];
  const current = views.find((view) => isSameView(view.query, query));
  const isReadOnly = useSupportView() !== null;
  const isSaveOffered = canBeSaved && !current && viewsResult.isSuccess && !isReadOnly;
  if (views.length === 0 && !isSaveOffered && editedView === null) return null;
  const removeWithUndo = (view: View) =>
    removeView.mutate(view.id, {
      onSuccess: () =>
        toast({
          title: "View removed",
          description: view.name,
          action: { label: "Undo", onPress: () => saveView.mutate(view) },
        }),
      onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
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
                onClick={() => onShowView(view.query)}
                className={cx(
                  CHIP_CLASS,
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
                    { label: "Rename", icon: Pencil, onSelect: () => setEditedView(view) },
                    {
                      label: "Remove view",
                      icon: Trash2,
                      danger: true,
                      onSelect: () => removeWithUndo(view),
                    },
                  ]}
                />
              )}
            </span>
          );
        })}
        {isSaveOffered && (
          <button
            type="button"
            onClick={() => setEditedView("new")}
            className={cx(
              CHIP_CLASS,
              "border-line-strong border-dashed bg-transparent text-ink hover:bg-hover",
            )}
          >
            <BookmarkPlus aria-hidden size={16} strokeWidth={1.75} />
            Save this view
          </button>
        )}
      </div>
      <Dialog
        open={editedView !== null}
        onOpenChange={(open) => !open && setEditedView(null)}
        title={editedView === "new" ? "Save this view" : "Rename the view"}
        description={
          editedView === "new"
            ? "Go back to this filtered list with one tap, on all your devices."
            : undefined
        }
      >
        {editedView && (
          <ViewNameForm
            view={editedView === "new" ? null : editedView}
            kind={kind}
            query={query}
            onDone={() => setEditedView(null)}
          />
        )}
      </Dialog>
    </fieldset>
  );
}

function ViewNameForm({
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
  const { saveView, updateView } = useViews();
  const [name, setName] = useState(view?.name ?? "");
  // Stable, so that a retry after a lost response doesn't save a second view.
  const [id] = useState(newId);
  const [isMissing, setMissing] = useState(false);
  const { error, isPending } = view ? updateView : saveView;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === "");
    if (name.trim() === "") return;
    const callbacks = { onSuccess: onDone };
    if (view) updateView.mutate({ ...view, name }, callbacks);
    else saveView.mutate({ id, kind, name, query }, callbacks);
  };
  const serverMessage = error instanceof ApiError ? error.errors[0]?.msg : undefined;
  const errorText = error ? (serverMessage ?? getErrorMessage(error)) : undefined;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        label="Name"
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
        error={isMissing ? "Give the view a name." : errorText}
      />
      <Button type="submit" variant="primary" block busy={isPending} busyLabel="Saving…">
        {view ? "Rename" : "Save view"}
      </Button>
    </form>
  );
}
