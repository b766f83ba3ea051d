import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import { wayBack, withAdded } from "../../entities/profiles/adding";
import { profileQuery } from "../../entities/profiles/queries";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { CardPayments } from "./CardPayments";
import { DeleteProfile } from "./DeleteProfile";
import { NumberingCard } from "./NumberingCard";
import { newlyWaiting } from "./newly-waiting";
import { ProfileForm } from "./ProfileForm";
import { TradeCard } from "./TradeCard";

const list = "/settings/business-profiles";

export function EditProfilePage() {
  const { id = "" } = useParams();
  const isNew = id === "new";
  const navigate = useNavigate();
  const location = useLocation();
  const back = wayBack(location.state);
  const { data: profile, error, isFetching, refetch } = useQuery({ ...profileQuery(id), enabled: !isNew });
  const title = isNew ? "Your business" : (profile?.name ?? "Business profile");
  return (
    <Page width="narrow">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader
        title={title}
        subtitle={isNew ? "This is what your customers see. Only the name is needed to start." : undefined}
        back={back ? { to: back.to, label: "Back" } : { to: list, label: "Business profiles" }}
        actions={profile ? <DeleteProfile profile={profile} /> : null}
      />
      {isNew || profile ? (
        <ProfileForm
          key={id}
          profile={profile}
          cardPayments={profile ? <CardPayments profile={profile} /> : null}
          numbering={profile ? <NumberingCard profile={profile} /> : null}
          trade={profile ? <TradeCard profile={profile} /> : null}
          onSaved={(saved) => {
            toast({
              title: `${saved.name} was saved`,
              description: newlyWaiting(profile, saved),
              tone: "good",
            });
            if (back)
              navigate(back.to, { replace: true, state: isNew ? withAdded(back, saved.id) : back.state });
            else navigate(isNew ? "/dashboard" : list);
          }}
        />
      ) : (
        <Card>
          {isStatus(error, 404) ? (
            <EmptyState
              icon={Building2}
              title="We couldn’t find this profile"
              action={
                <Button asChild>
                  <Link to={list}>See your profiles</Link>
                </Button>
              }
            >
              It may have been deleted.
            </EmptyState>
          ) : error && !isFetching ? (
            <ErrorState
              title="This profile could not be loaded"
              message={errorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <FormSkeleton fields={8} />
          )}
        </Card>
      )}
    </Page>
  );
}
