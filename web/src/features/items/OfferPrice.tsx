import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../api/errors";
import type { DraftWithItem } from "../../api/generated/DraftWithItem";
import { newId } from "../../api/ids";
import { KINDS } from "../../documents/kind";
import { documentKeys } from "../../documents/queries";
import { documentWrites } from "../../documents/writes";
import type { Item } from "../../entities/items/item";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";

/** An item's new price, and the drafts that have the one before. */
export interface PriceOffer {
  item: Item;
  /** The price before, a decimal string. */
  was: string;
  drafts: DraftWithItem[];
}

const drafts = (count: number) => (count === 1 ? "1 draft" : `${count} drafts`);

/** Offers an item's new price to the drafts that have the old one: each is changed only where it is ticked. */
export function OfferPrice({ offer, onDone }: { offer: PriceOffer; onDone: () => void }) {
  const { price } = useRules();
  const { item, was } = offer;
  const [left, setLeft] = useState<readonly string[]>([]);
  const taken = offer.drafts.filter(({ id }) => !left.includes(id));
  const reprice = useReprice();

  const take = () =>
    reprice.mutate(
      { to: item.price, isBack: false, drafts: taken },
      {
        onSuccess: (changed) => {
          onDone();
          told(changed, () => reprice.mutate({ to: was, isBack: true, drafts: changed }));
        },
      },
    );
  /** What came of it, with the way back; and what did not. */
  const told = (changed: DraftWithItem[], onPress: () => void) => {
    const missed = taken.length - changed.length;
    toast({
      title: missed
        ? `${drafts(missed)} kept the old price`
        : `The price was changed in ${drafts(changed.length)}`,
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
            busy={reprice.isPending}
            busyLabel="Changing…"
            disabled={taken.length === 0}
            onClick={take}
          >
            {`Change ${drafts(taken.length)}`}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {offer.drafts.map(({ id, kind, contactName, jobDescription, lines, withVat = [] }) => (
          <li key={id}>
            <Checkbox
              label={`${KINDS[kind].Name} for ${contactName || "nobody yet"}`}
              help={[
                jobDescription.split("\n")[0],
                lines.length + withVat.length > 1 && `${lines.length + withVat.length} lines`,
                withVatText(withVat.map((line) => price(line.price))),
              ]
                .filter(Boolean)
                .join(" · ")}
              checked={!left.includes(id)}
              onCheckedChange={(on) =>
                setLeft((now) => (on ? now.filter((other) => other !== id) : [...now, id]))
              }
              className="py-1"
            />
          </li>
        ))}
      </ul>
      {reprice.error ? (
        <p role="alert" className="mt-3 text-bad">
          {errorMessage(reprice.error)}
        </p>
      ) : null}
    </Dialog>
  );
}

/** `£408.00 with VAT`, of lines whose prices include it; more than one where their rates differ. */
const withVatText = (prices: string[]) =>
  prices.length > 0 && `${[...new Set(prices)].join(" or ")} with VAT`;

/** What a change sets: the new price, or the one before where it is taken back. */
interface Reprice {
  /** The item's price, without VAT. */
  to: string;
  isBack: boolean;
  drafts: DraftWithItem[];
}

/** Each line's id and the price it gets: with its VAT where the draft's prices include it, as core worked it out. */
const pricesOf = ({ lines, withVat = [] }: DraftWithItem, { to, isBack }: Reprice) => [
  ...lines.map((line) => ({ line, value: to })),
  ...withVat.map(({ id, was, price }) => ({ line: id, value: isBack ? was : price })),
];

/** Sets the price of drafts' lines, by the edit that the editor sends; gives the drafts that took it. */
function useReprice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (reprice: Reprice) => {
      const changed: DraftWithItem[] = [];
      for (const draft of reprice.drafts) {
        const operations = pricesOf(draft, reprice).map((one) => ({
          op: "setLine" as const,
          field: "price",
          ...one,
        }));
        const edit = { baseVersion: draft.version, operationId: newId(), operations };
        const after = await documentWrites.edit(draft.kind, draft.id, edit).catch(() => null);
        if (after) changed.push({ ...draft, version: after.version });
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
