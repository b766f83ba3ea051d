import { useQuery } from "@tanstack/react-query";
import { Building2, ChevronRight, Plus } from "lucide-react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { Profile } from "../../entities/profiles/profile";
import { profilesQuery } from "../../entities/profiles/queries";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";

export function ProfilesPage() {
  const { data, error, isFetching, refetch } = useQuery(profilesQuery);
  return (
    <Page width="narrow">
      <title>Business profiles · Plumbline</title>
      <PageHeader
        title="Business profiles"
        subtitle="How your business appears on quotes and invoices."
        actions={
          data && data.length > 0 ? (
            <Button asChild variant="primary" className="max-md:hidden">
              <Link to="/settings/business-profiles/new">
                <Plus aria-hidden size={20} strokeWidth={1.75} />
                Add profile
              </Link>
            </Button>
          ) : null
        }
      />
      <Card flush className="overflow-hidden">
        {data ? (
          data.length > 0 ? (
            <ul className="divide-y divide-line">
              {data.map((profile) => (
                <ProfileRow key={profile.id} profile={profile} />
              ))}
            </ul>
          ) : (
            <EmptyState
              icon={Building2}
              title="No business profile yet"
              action={
                <Button asChild variant="primary">
                  <Link to="/settings/business-profiles/new">Add your business</Link>
                </Button>
              }
            >
              Your name, logo, address and bank details, ready to go on every quote and invoice.
            </EmptyState>
          )
        ) : error && !isFetching ? (
          <ErrorState
            title="Your profiles could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton rows={2} />
        )}
      </Card>
    </Page>
  );
}

function ProfileRow({ profile }: { profile: Profile }) {
  const detail = [profile.city, profile.phone || profile.email].filter(Boolean).join(" · ");
  return (
    <li>
      <Link
        to={`/settings/business-profiles/${profile.id}`}
        className="flex min-h-20 items-center gap-4 px-4 py-3 transition-colors hover:bg-canvas focus-visible:outline-offset-[-2px] md:px-5"
      >
        <span className="flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-paper font-semibold text-ink text-lg">
          {profile.logoUrl ? (
            <img src={profile.logoUrl} alt="" className="size-full object-contain p-1" />
          ) : (
            profile.name.charAt(0).toUpperCase()
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 break-words font-semibold text-ink">{profile.name}</span>
          {detail ? <span className="line-clamp-2 break-words text-quiet text-sm">{detail}</span> : null}
        </span>
        <ChevronRight aria-hidden size={20} strokeWidth={1.75} className="text-quiet" />
      </Link>
    </li>
  );
}
