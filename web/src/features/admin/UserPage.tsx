import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import type { AdminUserDetails } from "../../api/generated/AdminUserDetails";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { fileSize, moment } from "../../ui/moment";
import { toast } from "../../ui/toast";
import { AdminPage, Facts, Unread } from "./AdminPage";
import { FailedList } from "./FailedList";
import { useEnter, useSuspend } from "./mutations";
import { userQuery } from "./queries";
import { ReasonDialog } from "./ReasonDialog";
import { planOf, standingOfUser } from "./words";

/** One account: who, how much, what failed; and what can be done about it. */
export function UserPage() {
  const { id = "" } = useParams();
  const { data, error, isFetching, refetch } = useQuery(userQuery(id));
  return (
    <AdminPage
      title={data?.email ?? "Account"}
      subtitle={data ? (data.business ?? data.name) : undefined}
      back={{ to: "/admin/users", label: "Users" }}
    >
      {!data || error ? (
        <Unread
          error={error}
          isFetching={isFetching}
          gone={{ title: "We couldn’t find this account", next: "See all users", to: "/admin/users" }}
          onRetry={() => void refetch()}
        />
      ) : (
        <InFull user={data} />
      )}
    </AdminPage>
  );
}

function InFull({ user }: { user: AdminUserDetails }) {
  const count = (number: number) => number.toLocaleString("en-GB");
  return (
    <div className="flex flex-col gap-4">
      {user.suspendedAt === null ? null : (
        <Banner tone="red" title={`Suspended since ${moment(user.suspendedAt)}`}>
          {user.suspendedFor}
        </Banner>
      )}
      <Card title="Account">
        <Facts
          facts={[
            { label: "Name", value: user.name },
            { label: "Created", value: moment(user.createdAt) },
            { label: "Last seen", value: user.lastSeenAt ? moment(user.lastSeenAt) : "Never" },
            { label: "Status", value: <Badge {...standingOfUser(user)} /> },
            { label: "Plan", value: planOf(user) },
            { label: "Email verified", value: user.verified ? "Yes" : "No" },
            { label: "Administrator", value: user.isAdmin ? "Yes" : "No" },
            { label: "Quotes and invoices", value: count(user.documents) },
            { label: "Pictures", value: count(user.pictures) },
            { label: "Storage", value: fileSize(user.bytes) },
          ]}
        />
      </Card>
      {user.isAdmin ? null : <Acts user={user} />}
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
                <span className="text-quiet text-sm tabular-nums">{moment(lastUsedAt)}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <FailedList failed={user.failed} />
      <p>
        <Link
          to={`/admin/audit?user=${user.id}`}
          className="font-medium text-ink underline underline-offset-4"
        >
          Admin history
        </Link>
      </p>
    </div>
  );
}

function Acts({ user }: { user: AdminUserDetails }) {
  const [asking, setAsking] = useState<"enter" | "suspend" | "restore" | null>(null);
  const isOut = user.suspendedAt !== null;
  const suspend = useSuspend(user.id, isOut ? "restore" : "suspend");
  const enter = useEnter(user.id);
  const close = () => setAsking(null);
  return (
    <Card title="Actions">
      <p className="text-quiet">
        {user.accessUntil === null
          ? "The owner hasn’t let support view this account. They can do so in their settings."
          : `The owner lets support view this account until ${moment(user.accessUntil)}.`}
      </p>
      <div className="mt-4 flex flex-col gap-2 md:flex-row md:justify-end">
        {user.accessUntil === null ? null : (
          <Button onClick={() => setAsking("enter")}>View the account</Button>
        )}
        <Button
          className={isOut ? undefined : "text-bad!"}
          onClick={() => setAsking(isOut ? "restore" : "suspend")}
        >
          {isOut ? "Reopen the account" : "Suspend the account"}
        </Button>
      </div>
      {asking === "enter" ? (
        <ReasonDialog
          title="View this account?"
          description="For up to an hour you see what its owner sees, but can’t change or download anything. We email them, and log each page you open."
          act="View the account"
          acting="Opening…"
          onClose={close}
          onReason={(reason) => enter.mutateAsync(reason)}
        />
      ) : null}
      {asking === "suspend" ? (
        <ReasonDialog
          title={`Suspend ${user.email}?`}
          description="Nobody can log in, and nothing is sent. Customers can still read what they were sent, but can’t accept or pay. We email the owner."
          act="Suspend the account"
          acting="Suspending…"
          variant="danger"
          onClose={close}
          onReason={async (reason) => {
            await suspend.mutateAsync(reason);
            toast({ title: "The account has been suspended", tone: "good" });
          }}
        />
      ) : null}
      {asking === "restore" ? (
        <ReasonDialog
          title={`Reopen ${user.email}?`}
          description="Its owner can log in as before. We let them know by email."
          act="Reopen the account"
          acting="Opening…"
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
