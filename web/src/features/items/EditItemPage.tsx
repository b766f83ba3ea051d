import { useQuery } from "@tanstack/react-query";
import { PackageX } from "lucide-react";
import { Suspense, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import { get } from "../../api/reads";
import { plainDecimal } from "../../documents/editor/draft/numberText";
import type { Item } from "../../entities/items/item";
import { itemQuery } from "../../entities/items/queries";
import { useTyped } from "../../offline/typed/useTyped";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { ItemForm } from "./ItemForm";
import { OfferPrice, type PriceOffer } from "./OfferPrice";

export function EditItemPage() {
  const { id = "" } = useParams();
  const isNew = id === "new";
  const navigate = useNavigate();
  const { data: item, error, isFetching, refetch } = useQuery({ ...itemQuery(id), enabled: !isNew });
  const [offer, setOffer] = useState<PriceOffer | null>(null);
  const keeping = useTyped(`item ${id}`);
  const title = isNew ? "New item" : "Edit item";
  const leave = () => navigate("/items");
  const saved = async (now: Item) => {
    toast({ title: `${now.name} was saved`, tone: "good" });
    const found =
      item && plainDecimal(item.price) !== plainDecimal(now.price) ? await offerOf(now, item) : null;
    if (found) setOffer(found);
    else leave();
  };
  return (
    <Page width="narrow">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader title={title} back={{ to: "/items", label: "Items" }} />
      <Card>
        {(isNew || item) && keeping ? (
          <ItemForm key={id} item={item} keeping={keeping} onSaved={(now) => void saved(now)} />
        ) : isStatus(error, 404) ? (
          <EmptyState
            icon={PackageX}
            title="We couldn’t find this item"
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
      {offer ? (
        <Suspense>
          <OfferPrice offer={offer} onDone={leave} />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** The drafts to which a new price can be offered; none where they cannot be asked for now. */
async function offerOf(item: Item, { price: was, name }: Item): Promise<PriceOffer | null> {
  // Its lines have the old name too, once it is called something else.
  if (name.trim() !== item.name.trim()) return null;
  const asked = get("/api/items/{id}/drafts", { params: { id: item.id }, query: { price: was || "0" } });
  const drafts = await asked.catch(() => []);
  return drafts.length > 0 ? { item, was, drafts } : null;
}
