import { CirclePause, CirclePlay, EllipsisVertical, Pencil, SkipForward, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { Recurring } from "../../api/generated/Recurring";
import { useSignalMark } from "../../offline/waiting/useNeedsSignal";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/Dialog";
import { DropdownMenu, type MenuItem } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { toast } from "../../ui/toast";
import { useDeleteRecurring, usePauseRecurring, useResumeRecurring, useSkipDay } from "./mutations";

/** What can be done with it: pause, skip the next one, change it, delete it. */
export function RecurringActions({ recurring }: { recurring: Recurring }) {
  const whenOnline = useSignalMark();
  const { id, name, nextDay, paused } = recurring;
  const { dateLong } = useRules();
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<"skip" | "delete" | null>(null);
  const pause = usePauseRecurring(id);
  const resume = useResumeRecurring(id);
  const skip = useSkipDay(id);
  const remove = useDeleteRecurring();
  const showError = (error: unknown) => toast({ title: getErrorMessage(error), tone: "bad" });
  const close = () => setOpenDialog(null);
  const resumeInvoices = () =>
    resume.mutate(undefined, {
      onSuccess: (now) =>
        toast({
          title: now.nextDay ? `Resumed: the next is on ${dateLong(now.nextDay)}` : "Resumed",
          tone: "good",
        }),
      onError: showError,
    });
  const pauseInvoices = () =>
    pause.mutate(undefined, {
      onSuccess: () =>
        toast({ title: "Paused: no invoices are made", action: { label: "Undo", onPress: resumeInvoices } }),
      onError: showError,
    });
  const items: (MenuItem | false)[] = [
    nextDay !== null &&
      !paused &&
      whenOnline({ label: "Skip the next one", icon: SkipForward, onSelect: () => setOpenDialog("skip") }),
    whenOnline({
      label: "Delete",
      icon: Trash2,
      danger: true,
      separated: true,
      onSelect: () => setOpenDialog("delete"),
    }),
  ];
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button asChild className="flex-auto px-2!">
        <Link to={`/recurring/edit/${id}`}>
          <Pencil aria-hidden size={18} strokeWidth={1.75} />
          Edit
        </Link>
      </Button>
      {paused ? (
        <Button
          variant="primary"
          className="flex-auto px-2!"
          busy={resume.isPending}
          icon={<CirclePlay aria-hidden size={18} strokeWidth={1.75} />}
          writes
          onClick={resumeInvoices}
        >
          Resume
        </Button>
      ) : nextDay ? (
        <Button
          className="flex-auto px-2!"
          busy={pause.isPending}
          icon={<CirclePause aria-hidden size={18} strokeWidth={1.75} />}
          writes
          onClick={pauseInvoices}
        >
          Pause
        </Button>
      ) : null}
      <DropdownMenu
        align="end"
        trigger={
          <IconButton
            label={`More for ${name}`}
            variant="secondary"
            icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
          />
        }
        items={items.filter((item): item is MenuItem => item !== false)}
      />
      <ConfirmDialog
        open={openDialog === "skip"}
        onOpenChange={close}
        title={nextDay ? `Skip the invoice on ${dateLong(nextDay)}?` : "Skip the next one?"}
        description="We won’t make one on that date. It carries on with the one after."
        confirmLabel="Skip it"
        busy={skip.isPending}
        onConfirm={() =>
          nextDay &&
          skip.mutate(nextDay, {
            onSuccess: (now) => {
              close();
              toast({
                title: now.nextDay ? `Skipped: the next is on ${dateLong(now.nextDay)}` : "Skipped",
                tone: "good",
              });
            },
            onError: (error) => {
              close();
              showError(error);
            },
          })
        }
      />
      <ConfirmDialog
        open={openDialog === "delete"}
        onOpenChange={close}
        title={`Delete ${name}?`}
        description="It won’t make any more invoices. The ones it has made stay. This can’t be undone."
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => {
              toast({ title: `${name} was deleted` });
              void navigate("/recurring", { replace: true });
            },
            onError: (error) => {
              close();
              showError(error);
            },
          })
        }
      />
    </div>
  );
}
