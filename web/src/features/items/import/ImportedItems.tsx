import { Suspense, useState } from "react";
import { Link } from "react-router";
import { errorMessage } from "../../../api/errors";
import type { ItemImportReport } from "../../../api/generated/ItemImportReport";
import { useOffers } from "../../../entities/items/imports";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import { OfferPrice, type PriceOffer } from "../OfferPrice";

/** What came of an import; the new prices are offered to drafts, an item at a time, by whoever wants that. */
export function ImportedItems({ report }: { report: ItemImportReport }) {
  const repriced = report.rows.filter(({ was }) => was !== null).length;
  const offers = useOffers();
  const [left, setLeft] = useState<PriceOffer[] | null>(null);
  const [offer, ...rest] = left ?? [];
  const ask = () =>
    offers.mutate(report, {
      onSuccess: (found) => {
        setLeft(found);
        if (found.length === 0) toast({ title: "No drafts have an old price" });
      },
      onError: (error) => toast({ title: errorMessage(error), tone: "bad" }),
    });
  return (
    <>
      <Banner
        tone="green"
        live
        title="Imported"
        action={
          <Button asChild>
            <Link to="/items">See items</Link>
          </Button>
        }
      >
        {`${report.new} new, ${report.updated} changed, ${report.same} already there, ${report.unreadable} left out.`}
      </Banner>
      {repriced > 0 && left === null ? (
        <Banner
          tone="blue"
          title={repriced === 1 ? "1 price changed" : `${repriced} prices changed`}
          action={
            <Button onClick={ask} busy={offers.isPending} busyLabel="Looking…">
              Find drafts
            </Button>
          }
        >
          Drafts keep their prices until you change them.
        </Banner>
      ) : null}
      {offer ? (
        <Suspense>
          <OfferPrice key={offer.item.id} offer={offer} onDone={() => setLeft(rest)} />
        </Suspense>
      ) : null}
    </>
  );
}
