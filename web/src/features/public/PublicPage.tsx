import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useParams } from "react-router";
import type { Kind } from "../../api/generated/Kind";
import { todayInLondon } from "../../documents/editor/calendar";
import { KINDS } from "../../documents/kind";
import { DocumentPaper } from "../../documents/paper/DocumentPaper";
import { printSheet } from "../../documents/paper/print";
import { presentPublic } from "../../documents/present";
import { useRules } from "../../rules/rules";
import { Spinner } from "../../ui/Spinner";
import { ActionsPanel } from "./ActionsPanel";
import { HelpCard } from "./HelpCard";
import { NotFoundCard } from "./NotFoundCard";
import { PaymentHistory } from "./PaymentHistory";
import { PublicHeader } from "./PublicHeader";
import { publicQuery } from "./queries";

/** A customer's page: the business's document, and what there is to do about it. No login, no app around it. */
export function PublicPage({ kind }: { kind: Kind }) {
  const { token = "" } = useParams();
  const words = KINDS[kind];
  const { data, isPending } = useQuery(publicQuery(kind, token));
  if (isPending) {
    return (
      <main className="flex min-h-dvh items-center justify-center">
        <title>{words.Name}</title>
        <Spinner label={`Loading your ${words.name}...`} />
      </main>
    );
  }
  if (!data) return <NotFoundCard kind={kind} />;
  return <Loaded kind={kind} token={token} answer={data} />;
}

function Loaded({ kind, token, answer }: { kind: Kind; token: string; answer: object }) {
  const rules = useRules();
  const sheet = useRef<HTMLElement>(null);
  const shown = presentPublic(rules, JSON.stringify(answer), todayInLondon());
  return (
    <div className="min-h-dvh">
      <title>{`${shown.heading} from ${shown.businessName}`}</title>
      <meta name="robots" content="noindex" />
      <PublicHeader
        document={shown}
        onPrint={() =>
          sheet.current && printSheet(sheet.current, `${shown.heading} from ${shown.businessName}`)
        }
      />
      <main className="mx-auto grid max-w-6xl items-start gap-4 px-3 py-3 md:px-6 md:py-8 lg:grid-cols-3 lg:gap-8">
        <aside aria-label="Your options" className="grid gap-4 lg:sticky lg:top-6 lg:order-2">
          <ActionsPanel kind={kind} token={token} document={shown} />
          {shown.payments.length > 0 && <PaymentHistory payments={shown.payments} />}
          {shown.help && <HelpCard help={shown.help} className="hidden lg:block" />}
        </aside>
        <div className="overflow-hidden rounded-lg border border-line lg:order-1 lg:col-span-2">
          <DocumentPaper document={shown} ref={sheet} />
        </div>
        {shown.help && <HelpCard help={shown.help} className="lg:hidden" />}
      </main>
    </div>
  );
}
