import { useQuery } from "@tanstack/react-query";
import { PackageX } from "lucide-react";
import { Suspense, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import { get } from "../../api/requests";
import { toPlainDecimal } from "../../documents/editor/draft/numberText";
import type { Item } from "../../entities/items/item";
import { itemQuery } from "../../entities/items/queries";
import { useFormDraft } from "../../offline/form-drafts/useFormDraft";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { ItemForm } from "./ItemForm";
import { type PriceOffer, PriceOfferDialog } from "./PriceOfferDialog";

export function EditItemPage() {
  const { id = "" } = useParams();
  const isNew = id === "new";
  const navigate = useNavigate();
  const { data: item, error, isFetching, refetch } = useQuery({ ...itemQuery(id), enabled: !isNew });
  const [offer, setOffer] = useState<PriceOffer | null>(null);
  const formDraft = useFormDraft(`item ${id}`);
  const title = isNew ? "New item" : "Edit item";
  const goToItems = () => navigate("/items");
  const handleSaved = async (savedItem: Item) => {
    toast({ title: `${savedItem.name} was saved`, tone: "good" });
    const priceOffer =
      item && toPlainDecimal(item.price) !== toPlainDecimal(savedItem.price)
        ? await findPriceOffer(savedItem, item)
        : null;
    if (priceOffer) setOffer(priceOffer);
    else goToItems();
  };
  return (
    <Page width="narrow">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader title={title} back={{ to: "/items", label: "Items" }} />
      <Card>
        {(isNew || item) && formDraft ? (
          <ItemForm
            key={id}
            item={item}
            formDraft={formDraft}
            onSaved={(savedItem) => void handleSaved(savedItem)}
          />
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
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <FormSkeleton />
        )}
      </Card>
      {offer ? (
        <Suspense>
          <PriceOfferDialog offer={offer} onDone={goToItems} />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** The drafts to which a new price can be applied; null without such drafts, or if they can't be fetched. */
async function findPriceOffer(item: Item, { price: was, name }: Item): Promise<PriceOffer | null> {
  // After a rename the drafts' lines would still have the old name.
  if (name.trim() !== item.name.trim()) return null;
  const request = get("/api/items/{id}/drafts", { params: { id: item.id }, query: { price: was || "0" } });
  const drafts = await request.catch(() => []);
  return drafts.length > 0 ? { item, was, drafts } : null;
}
