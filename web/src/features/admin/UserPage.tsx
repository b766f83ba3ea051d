import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useParams } from "react-router";
import { showFieldErrors } from "../../api/field-errors";
import type { AdminUserDetails } from "../../api/generated/AdminUserDetails";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button, type ButtonVariant } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Dialog } from "../../ui/Dialog";
import { formatDateTime, formatFileSize } from "../../ui/formats";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { AdminFacts, AdminLayout, AdminLoadState, FailedJobsCard } from "./AdminLayout";
import { describePlan, getUserStateBadge } from "./labels";
import { useEnterAccount, userQuery, useSuspendUser } from "./queries";

/** One account: its details, usage and failed jobs, and the actions an admin can take. */
export function UserPage() {
  const { id = "" } = useParams();
  const { data, error, isFetching, refetch } = useQuery(userQuery(id));
  return (
    <AdminLayout
      title={data?.email ?? "Account"}
      subtitle={data ? (data.business ?? data.name) : undefined}
      back={{ to: "/admin/users", label: "Users" }}
    >
      {!data || error ? (
        <AdminLoadState
          error={error}
          isFetching={isFetching}
          notFound={{ title: "We couldn’t find this account", next: "See all users", to: "/admin/users" }}
          onRetry={() => void refetch()}
        />
      ) : (
        <UserDetails user={data} />
      )}
    </AdminLayout>
  );
}

function UserDetails({ user }: { user: AdminUserDetails }) {
  const formatCount = (number: number) => number.toLocaleString("en-GB");
  return (
    <div className="flex flex-col gap-4">
      {user.suspendedAt === null ? null : (
        <Banner tone="red" title={`Suspended since ${formatDateTime(user.suspendedAt)}`}>
          {user.suspendedFor}
        </Banner>
      )}
      <Card title="Account">
        <AdminFacts
          facts={[
            { label: "Name", value: user.name },
            { label: "Created", value: formatDateTime(user.createdAt) },
            { label: "Last seen", value: user.lastSeenAt ? formatDateTime(user.lastSeenAt) : "Never" },
            { label: "Status", value: <Badge {...getUserStateBadge(user)} /> },
            { label: "Plan", value: describePlan(user) },
            { label: "Email verified", value: user.verified ? "Yes" : "No" },
            { label: "Administrator", value: user.isAdmin ? "Yes" : "No" },
            { label: "Quotes and invoices", value: formatCount(user.documents) },
            { label: "Pictures", value: formatCount(user.pictures) },
            { label: "Storage", value: formatFileSize(user.bytes) },
          ]}
        />
      </Card>
      {user.isAdmin ? null : <UserActions user={user} />}
      <Card title="Devices" flush>
        {user.devices.length === 0 ? (
          <p className="px-4 pt-1 pb-5 text-quiet md:px-5">Nobody has logged in yet.</p>
        ) : (
          <ul className="divide-y divide-line">
            {user.devices.map(({ device, lastUsedAt }) => (
              <li
                key={`${device} ${lastUsedAt}`}
                className="flex flex-wrap justify-between gap-x-4 px-4 py-3 md:px-5"
              >
                <span className="font-medium text-ink">{device}</span>
                <span className="text-quiet text-sm tabular-nums">{formatDateTime(lastUsedAt)}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <FailedJobsCard jobs={user.failed} />
      <p>
        <Link
          to={`/admin/audit?user=${user.id}`}
          className="inline-link font-medium text-ink underline underline-offset-4"
        >
          Admin history
        </Link>
      </p>
    </div>
  );
}

function UserActions({ user }: { user: AdminUserDetails }) {
  const [openDialog, setOpenDialog] = useState<"enter" | "suspend" | "restore" | null>(null);
  const isSuspended = user.suspendedAt !== null;
  const suspend = useSuspendUser(user.id, isSuspended ? "restore" : "suspend");
  const enter = useEnterAccount(user.id);
  const close = () => setOpenDialog(null);
  return (
    <Card title="Actions">
      <p className="text-quiet">
        {user.accessUntil === null
          ? "The owner hasn’t let support view this account. They can do so in their settings."
          : `The owner lets support view this account until ${formatDateTime(user.accessUntil)}.`}
      </p>
      <div className="mt-4 flex flex-col gap-2 md:flex-row md:justify-end">
        {user.accessUntil === null ? null : (
          <Button onClick={() => setOpenDialog("enter")}>View the account</Button>
        )}
        <Button
          className={isSuspended ? undefined : "text-bad!"}
          onClick={() => setOpenDialog(isSuspended ? "restore" : "suspend")}
        >
          {isSuspended ? "Reopen the account" : "Suspend the account"}
        </Button>
      </div>
      {openDialog === "enter" ? (
        <AdminReasonDialog
          title="View this account?"
          description="For up to an hour you see what its owner sees, but can’t change or download anything. We email them, and log each page you open."
          actionLabel="View the account"
          busyLabel="Opening…"
          onClose={close}
          onReason={(reason) => enter.mutateAsync(reason)}
        />
      ) : null}
      {openDialog === "suspend" ? (
        <AdminReasonDialog
          title={`Suspend ${user.email}?`}
          description="Nobody can log in, and nothing is sent. Customers can still read what they were sent, but can’t accept or pay. We email the owner."
          actionLabel="Suspend the account"
          busyLabel="Suspending…"
          variant="danger"
          onClose={close}
          onReason={async (reason) => {
            await suspend.mutateAsync(reason);
            toast({ title: "The account has been suspended", tone: "good" });
          }}
        />
      ) : null}
      {openDialog === "restore" ? (
        <AdminReasonDialog
          title={`Reopen ${user.email}?`}
          description="Its owner can log in as before. We let them know by email."
          actionLabel="Reopen the account"
          busyLabel="Opening…"
          onClose={close}
          onReason={async (reason) => {
            await suspend.mutateAsync(reason);
            toast({ title: "The account has been reopened", tone: "good" });
          }}
        />
      ) : null}
    </Card>
  );
}

interface ReasonDialogProps {
  title: string;
  description: string;
  /** The button's label, and its label while the action runs. */
  actionLabel: string;
  busyLabel: string;
  variant?: ButtonVariant;
  onClose: () => void;
  onReason: (reason: string) => Promise<unknown>;
}

/** Asks for the reason for an action, then runs it. */
export function AdminReasonDialog({ title, description, onClose, ...form }: ReasonDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <AdminReasonForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function AdminReasonForm({
  actionLabel,
  busyLabel,
  variant = "primary",
  onClose,
  onReason,
}: Omit<ReasonDialogProps, "title" | "description">) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { reason: "" } });
  const submit = handleSubmit(async ({ reason }) => {
    setProblem(null);
    try {
      await onReason(reason);
      onClose();
    } catch (error) {
      setProblem(showFieldErrors(error, setError, ["reason"]));
    }
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      <TextField
        label="Why"
        help="For the audit log."
        autoComplete="off"
        maxLength={500}
        error={formState.errors.reason?.message}
        {...register("reason")}
      />
      <div className="mt-2 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={variant} busy={formState.isSubmitting} busyLabel={busyLabel}>
          {actionLabel}
        </Button>
      </div>
    </form>
  );
}
