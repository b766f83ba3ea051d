import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import type { AdminUser } from "../../api/generated/AdminUser";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { moment } from "../../ui/moment";
import { SearchBox } from "../../ui/SearchBox";
import { SelectField } from "../../ui/SelectField";
import { EmptyState, NothingFound } from "../../ui/States";
import { AdminPage, Unread } from "./AdminPage";
import { Pager, useNarrowed, usePage } from "./Pager";
import { usersQuery } from "./queries";
import { planOf, STANDINGS, standingOfUser } from "./words";

const standings = [
  { value: "", label: "All" },
  ...Object.entries(STANDINGS).map(([value, { label }]) => ({ value, label })),
  { value: "suspended", label: "Suspended" },
];

const seen = (user: AdminUser) => (user.lastSeenAt ? moment(user.lastSeenAt) : "Never");

function Standing({ user }: { user: AdminUser }) {
  if (user.suspendedAt !== null) return <Badge {...standingOfUser(user)} />;
  return (
    <span className="flex flex-col items-start gap-0.5 py-2">
      <Badge {...standingOfUser(user)} />
      {/* A server that asks nobody for money has but one. */}
      {user.plan !== "selfhosted" && <span className="text-quiet text-sm">{planOf(user)}</span>}
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
  { id: "made", header: "Created", cell: (user) => moment(user.createdAt), width: "w-40", from: "xl" },
  { id: "seen", header: "Last seen", cell: seen, width: "w-40" },
  { id: "standing", header: "Status", cell: (user) => <Standing user={user} />, width: "w-40" },
];

/** The accounts of the server. What it is narrowed to stands in the address, so that 'back' keeps it. */
export function UsersPage() {
  const [search, setSearch] = useNarrowed("search");
  const [standing, setStanding] = useNarrowed("standing");
  const page = usePage();
  const { data, error, isFetching, refetch } = useQuery(usersQuery({ search, standing, page }));
  return (
    <AdminPage title="Users" subtitle={data ? `${data.total.toLocaleString("en-GB")} found` : undefined}>
      <div className="mb-4 flex flex-col gap-3 md:flex-row">
        <SearchBox label="Search email, name or business" value={search} onValueChange={setSearch} />
        <SelectField
          label="Status"
          hideLabel
          className="md:w-56"
          options={standings}
          value={standing}
          onChange={(event) => setStanding(event.target.value)}
        />
      </div>
      {!data || error ? (
        <Unread error={error} isFetching={isFetching} onRetry={() => void refetch()} />
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
                  detail: `Last seen: ${seen(user)}`,
                  status: <Standing user={user} />,
                })}
              />
            )}
          </Card>
          <Pager total={data.total} rows={data.rows} />
        </>
      )}
    </AdminPage>
  );
}
