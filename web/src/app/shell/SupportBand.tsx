import { useMutation } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { getErrorMessage } from "../../api/errors";
import type { User } from "../../api/generated/User";
import { post } from "../../api/writes";
import { formatTimeOfDay } from "../../ui/formats";
import { toast } from "../../ui/toast";

/** All the time that support looks into an account: whose it is, and the way out. */
export function SupportBanner({ user, until }: { user: User; until: number }) {
  const leave = useMutation({
    mutationFn: () => post("/api/admin/leave"),
    // Everything that was read is somebody else's: the app is loaded anew.
    onSuccess: () => window.location.assign(`/admin/users/${user.id}`),
    onError: (error) =>
      toast({ title: "That didn’t work", description: getErrorMessage(error), tone: "bad" }),
  });
  return (
    <div
      role="status"
      className="sticky top-0 z-30 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 bg-ink px-4 py-2 text-paper text-sm md:px-8 print:hidden"
    >
      <Eye aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
      <p className="wrap-anywhere min-w-0 flex-1 basis-56">
        You are looking at {user.name || user.email}’s account as support, until {formatTimeOfDay(until)}. You
        can’t change anything.
      </p>
      <button
        type="button"
        disabled={leave.isPending}
        onClick={() => leave.mutate()}
        className="min-h-11 rounded-md px-3 font-semibold underline underline-offset-4 focus-visible:outline-paper md:pointer-fine:min-h-9"
      >
        Leave
      </button>
    </div>
  );
}
