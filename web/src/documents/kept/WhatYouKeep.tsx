import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useState } from "react";
import { Link } from "react-router";
import type { KeptRow } from "../../api/generated/KeptRow";
import type { KeptRule } from "../../api/generated/KeptRule";
import { type Advice, loadAdvice } from "../../rules/advice";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { PotDialog } from "./PotDialog";
import { potQuery } from "./queries";

/** Until the account's own is known: what core starts with. */
const USUAL_POT = "20";

/** Why something is taken off, and where more of it is. */
const RULES: Record<KeptRule, { label: string; why: string; to: string }> = {
  cis: { label: "CIS", why: "Your customer pays it to HMRC for you", to: "/cis" },
  vat: { label: "VAT", why: "It is HMRC’s, before what you claim back", to: "/vat" },
  taxPot: { label: "Tax pot", why: "Put aside for Income Tax and National Insurance", to: "/income-tax" },
};

/** What someone keeps of a document: its total less CIS, VAT and what is put aside for tax. Only they see it. */
export const WhatYouKeep = memo(function WhatYouKeep({
  total,
  cis,
  vat,
}: {
  /** Pounds, as the API writes them. */
  total: string;
  cis: string;
  vat: string;
}) {
  const { gbp, percent } = useRules();
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [asks, setAsks] = useState(false);
  const pot = useQuery(potQuery).data?.percentage ?? USUAL_POT;
  useEffect(() => {
    // Without signal, and never loaded: the figures above stand without it.
    loadAdvice().then(setAdvice, () => null);
  }, []);
  if (!advice || total === "0.00") return null;
  const { rows, kept } = advice.kept(total, cis, vat, pot);
  const isThere = ({ rule, amount }: KeptRow) => rule === "taxPot" || amount !== "0.00";
  return (
    <section aria-label="What you keep" className="mt-4 rounded-md bg-canvas p-3 text-sm">
      <p className="flex items-baseline justify-between gap-3 font-semibold text-ink">
        What you keep
        <Money text={gbp(kept)} />
      </p>
      <ul className="mt-2 grid gap-2 text-quiet">
        {rows.filter(isThere).map(({ rule, amount }) => (
          <li key={rule}>
            <span className="flex items-baseline justify-between gap-3">
              <Link to={RULES[rule].to} className="text-ink underline underline-offset-4">
                {RULES[rule].label}
                {rule === "taxPot" ? ` ${percent(pot)}` : ""}
              </Link>
              <Money text={`-${gbp(amount)}`} />
            </span>
            {RULES[rule].why}
          </li>
        ))}
      </ul>
      <Button variant="quiet" className="-mb-2 -ml-3 px-3!" onClick={() => setAsks(true)}>
        Change the tax pot
      </Button>
      {asks ? <PotDialog percentage={pot} onClose={() => setAsks(false)} /> : null}
    </section>
  );
});
