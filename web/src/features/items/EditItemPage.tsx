import { useQuery } from "@tanstack/react-query";
import { PackageX } from "lucide-react";
import { Suspense, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { get } from "../../api/requests";
import { toPlainDecimal } from "../../documents/editor/draft/numberText";
import { FormPage } from "../../entities/forms/FormPage";
import type { Item } from "../../entities/items/item";
import { itemQuery } from "../../entities/items/queries";
import { useFormDraft } from "../../offline/form-drafts/useFormDraft";
import { NotFoundState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { ItemForm } from "./ItemForm";
import { type PriceOffer, PriceOfferDialog } from "./PriceOfferDialog";

export function EditItemPage() {
  const { id = "" } = useParams();
  const isNew = id === "new";
  const navigate = useNavigate();
  const query = useQuery({ ...itemQuery(id), enabled: !isNew });
  const item = query.data;
  const [offer, setOffer] = useState<PriceOffer | null>(null);
  const draft = useFormDraft(`item ${id}`);
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
    <FormPage
      title={isNew ? "New item" : "Edit item"}
      back={{ to: "/items", label: "Items" }}
      record={{
        query,
        errorTitle: "This item could not be loaded",
        absent: (
          <NotFoundState
            icon={PackageX}
            title="We couldn’t find this item"
            link={{ to: "/items", label: "See all items" }}
          />
        ),
      }}
    >
      {(isNew || item) && draft && (
        <>
          <ItemForm key={id} item={item} draft={draft} onSaved={(savedItem) => void handleSaved(savedItem)} />
          {offer ? (
            <Suspense>
              <PriceOfferDialog offer={offer} onDone={goToItems} />
            </Suspense>
          ) : null}
        </>
      )}
    </FormPage>
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
