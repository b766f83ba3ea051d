import { useQuery } from "@tanstack/react-query";
import { PackageX } from "lucide-react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import { itemQuery } from "../../entities/items/queries";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { ItemForm } from "./ItemForm";

export function EditItemPage() {
  const { id = "" } = useParams();
  const isNew = id === "new";
  const navigate = useNavigate();
  const { data: item, error, isFetching, refetch } = useQuery({ ...itemQuery(id), enabled: !isNew });
  const title = isNew ? "New item" : "Edit item";
  return (
    <Page width="narrow">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader title={title} back={{ to: "/items", label: "Items" }} />
      <Card>
        {isNew || item ? (
          <ItemForm
            key={id}
            item={item}
            onSaved={(saved) => {
              toast({ title: `${saved.name} was saved`, tone: "good" });
              navigate("/items");
            }}
          />
        ) : isStatus(error, 404) ? (
          <EmptyState
            icon={PackageX}
            title="This item does not exist"
            action={
              <Button asChild>
                <Link to="/items">See all items</Link>
              </Button>
            }
          >
            It may have been deleted.
          </EmptyState>
        ) : error && !isFetching ? (
          <ErrorState
            title="This item could not be loaded"
            message={errorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <FormSkeleton />
        )}
      </Card>
    </Page>
  );
}
