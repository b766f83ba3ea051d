import { Suspense, useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../../api/errors";
import type { ItemImportReport } from "../../../api/generated/ItemImportReport";
import { useDraftsWithOldPrices } from "../../../entities/items/imports";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import { type PriceOffer, PriceOfferDialog } from "../PriceOfferDialog";

/** What came of an import; the new prices are offered to drafts, an item at a time, by whoever wants that. */
export function ItemImportResult({ report }: { report: ItemImportReport }) {
  const changedPrices = report.rows.filter(({ was }) => was !== null).length;
  const findOffers = useDraftsWithOldPrices();
  const [pendingOffers, setPendingOffers] = useState<PriceOffer[] | null>(null);
  const [offer, ...rest] = pendingOffers ?? [];
  const lookForDrafts = () =>
    findOffers.mutate(report, {
      onSuccess: (found) => {
        setPendingOffers(found);
        if (found.length === 0) toast({ title: "No drafts have an old price" });
      },
      onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
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
      {changedPrices > 0 && pendingOffers === null ? (
        <Banner
          tone="blue"
          title={changedPrices === 1 ? "1 price changed" : `${changedPrices} prices changed`}
          action={
            <Button onClick={lookForDrafts} busy={findOffers.isPending} busyLabel="Looking…">
              Find drafts
            </Button>
          }
        >
          Drafts keep their prices until you change them.
        </Banner>
      ) : null}
      {offer ? (
        <Suspense>
          <PriceOfferDialog key={offer.item.id} offer={offer} onDone={() => setPendingOffers(rest)} />
        </Suspense>
      ) : null}
    </>
  );
}
