import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getErrorMessage } from "../../api/errors";
import type { DraftWithItem } from "../../api/generated/DraftWithItem";
import { newId } from "../../api/requests";
import { KINDS } from "../../documents/kind";
import { documentKeys } from "../../documents/queries";
import { documentWrites } from "../../documents/writes";
import type { Item } from "../../entities/items/item";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";

/** An item's new price, and the drafts that have the previous one. */
export interface PriceOffer {
  item: Item;
  /** The previous price, a decimal string. */
  was: string;
  drafts: DraftWithItem[];
}

const formatDraftCount = (count: number) => (count === 1 ? "1 draft" : `${count} drafts`);

/**
 * Offers to apply an item's new price to the drafts that have the old one: only the ticked ones are changed.
 */
export function PriceOfferDialog({ offer, onDone }: { offer: PriceOffer; onDone: () => void }) {
  const { price } = useRules();
  const { item, was } = offer;
  const [excludedIds, setExcludedIds] = useState<readonly string[]>([]);
  const chosenDrafts = offer.drafts.filter(({ id }) => !excludedIds.includes(id));
  const changePrice = usePriceChange();

  const applyPrice = () =>
    changePrice.mutate(
      { to: item.price, isUndo: false, drafts: chosenDrafts },
      {
        onSuccess: (changed) => {
          onDone();
          showResult(changed, () => changePrice.mutate({ to: was, isUndo: true, drafts: changed }));
        },
      },
    );
  /** Displays which drafts were changed, with an undo, and how many were not. */
  const showResult = (changed: DraftWithItem[], onPress: () => void) => {
    const missed = chosenDrafts.length - changed.length;
    toast({
      title: missed
        ? `${formatDraftCount(missed)} kept the old price`
        : `The price was changed in ${formatDraftCount(changed.length)}`,
      description: missed
        ? "Someone has changed them in the meantime, or they have been sent. Open them to see."
        : undefined,
      tone: missed ? "bad" : "good",
      action: changed.length > 0 ? { label: "Undo", onPress } : undefined,
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={`Use the new price in ${offer.drafts.length === 1 ? "a draft" : "drafts"} too?`}
      description={`${item.name} was ${price(was)} and is now ${price(item.price)}. Documents you’ve sent don’t change.`}
      footer={
        <>
          <Button onClick={onDone}>Don’t change</Button>
          <Button
            variant="primary"
            busy={changePrice.isPending}
            busyLabel="Changing…"
            disabled={chosenDrafts.length === 0}
            onClick={applyPrice}
          >
            {`Change ${formatDraftCount(chosenDrafts.length)}`}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {offer.drafts.map(({ id, kind, contactName, jobDescription, lines, withVat = [] }) => (
          <li key={id}>
            <Checkbox
              label={`${KINDS[kind].Name}${contactName ? ` for ${contactName}` : ", no customer yet"}`}
              help={[
                jobDescription.split("\n")[0],
                lines.length + withVat.length > 1 && `${lines.length + withVat.length} lines`,
                formatPricesWithVat(withVat.map((line) => price(line.price))),
              ]
                .filter(Boolean)
                .join(" · ")}
              checked={!excludedIds.includes(id)}
              onCheckedChange={(on) =>
                setExcludedIds((now) => (on ? now.filter((other) => other !== id) : [...now, id]))
              }
              className="py-1"
            />
          </li>
        ))}
      </ul>
      {changePrice.error ? (
        <p role="alert" className="mt-3 text-bad">
          {getErrorMessage(changePrice.error)}
        </p>
      ) : null}
    </Dialog>
  );
}

/** `£408.00 with VAT` for lines whose prices include it; several prices where their rates differ. */
const formatPricesWithVat = (prices: string[]) =>
  prices.length > 0 && `${[...new Set(prices)].join(" or ")} with VAT`;

/** The price that a change sets: the new one, or, to undo it, the previous one. */
interface PriceChange {
  /** The item's price, excluding VAT. */
  to: string;
  isUndo: boolean;
  drafts: DraftWithItem[];
}

/** Each line's id and its new price: including VAT where the draft's prices do, as core calculated it. */
const listLinePrices = ({ lines, withVat = [] }: DraftWithItem, { to, isUndo }: PriceChange) => [
  ...lines.map((line) => ({ line, value: to })),
  ...withVat.map(({ id, was, price }) => ({ line: id, value: isUndo ? was : price })),
];

/**
 * Sets the price of drafts' lines, by the same edit as the editor sends; resolves to the drafts that were
 * changed.
 */
function usePriceChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: PriceChange) => {
      const changed: DraftWithItem[] = [];
      for (const draft of change.drafts) {
        const operations = listLinePrices(draft, change).map((one) => ({
          op: "setLine" as const,
          field: "price",
          ...one,
        }));
        const edit = { baseVersion: draft.version, operationId: newId(), operations };
        const updated = await documentWrites.edit(draft.kind, draft.id, edit).catch(() => null);
        if (updated) changed.push({ ...draft, version: updated.version });
      }
      return changed;
    },
    onSettled: () => {
      for (const { kind } of Object.values(KINDS)) {
        void client.invalidateQueries({ queryKey: documentKeys.all(kind) });
      }
    },
  });
}
