import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import type { AdminUser } from "../../api/generated/AdminUser";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { formatDateTime } from "../../ui/formats";
import { SearchBox } from "../../ui/SearchBox";
import { SelectField } from "../../ui/SelectField";
import { EmptyState, NothingFound } from "../../ui/States";
import { AdminLayout, AdminLoadState, Pager, useFilterParam, usePageNumber } from "./AdminLayout";
import { ACCOUNT_STATES, describePlan, getUserStateBadge } from "./labels";
import { usersQuery } from "./queries";

const stateOptions = [
  { value: "", label: "All" },
  ...Object.entries(ACCOUNT_STATES).map(([value, { label }]) => ({ value, label })),
  { value: "suspended", label: "Suspended" },
];

const formatLastSeen = (user: AdminUser) => (user.lastSeenAt ? formatDateTime(user.lastSeenAt) : "Never");

function UserState({ user }: { user: AdminUser }) {
  if (user.suspendedAt !== null) return <Badge {...getUserStateBadge(user)} />;
  return (
    <span className="flex flex-col items-start gap-0.5 py-2">
      <Badge {...getUserStateBadge(user)} />
      {/* A server that sells no plans has only one. */}
      {user.plan !== "selfhosted" && <span className="text-quiet text-sm">{describePlan(user)}</span>}
    </span>
  );
}

const columns: Column<AdminUser>[] = [
  {
    id: "email",
    header: "Email",
    cell: (user) => <span className="wrap-anywhere font-medium text-ink">{user.email}</span>,
  },
  { id: "business", header: "Business", cell: (user) => user.business ?? user.name, width: "w-[22%]" },
  {
    id: "made",
    header: "Created",
    cell: (user) => formatDateTime(user.createdAt),
    width: "w-40",
    from: "xl",
  },
  { id: "seen", header: "Last seen", cell: formatLastSeen, width: "w-40" },
  { id: "standing", header: "Status", cell: (user) => <UserState user={user} />, width: "w-40" },
];

/** The accounts of the server. The filters are in the address, so that 'back' restores them. */
export function UsersPage() {
  const [search, setSearch] = useFilterParam("search");
  const [standing, setStanding] = useFilterParam("standing");
  const page = usePageNumber();
  const { data, error, isFetching, refetch } = useQuery(usersQuery({ search, standing, page }));
  return (
    <AdminLayout title="Users" subtitle={data ? `${data.total.toLocaleString("en-GB")} found` : undefined}>
      <div className="mb-4 flex flex-col gap-3 md:flex-row">
        <SearchBox label="Search email, name or business" value={search} onValueChange={setSearch} />
        <SelectField
          label="Status"
          hideLabel
          className="md:w-56"
          options={stateOptions}
          value={standing}
          onChange={(event) => setStanding(event.target.value)}
        />
      </div>
      {!data || error ? (
        <AdminLoadState error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <Card flush>
            {data.data.length === 0 ? (
              search ? (
                <NothingFound search={search} onClear={() => setSearch("")} />
              ) : (
                <EmptyState icon={Users} title="No accounts match" />
              )
            ) : (
              <DataTable
                label="Users"
                rows={data.data}
                rowKey={(user) => user.id}
                columns={columns}
                to={(user) => `/admin/users/${user.id}`}
                card={(user) => ({
                  title: user.email,
                  note: user.business ?? user.name,
                  detail: `Last seen: ${formatLastSeen(user)}`,
                  status: <UserState user={user} />,
                })}
              />
            )}
          </Card>
          <Pager total={data.total} rows={data.rows} />
        </>
      )}
    </AdminLayout>
  );
}
