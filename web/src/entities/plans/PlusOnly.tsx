import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Feature } from "../../api/generated/Feature";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState } from "../../ui/States";
import { NEEDS_PLUS, PLAN_PATH, toHeading } from "./planTexts";
import { usePlan } from "./usePlan";

/** Renders a part of Plus, or a notice instead if the account doesn't have it. */
export function PlusOnly({
  feature,
  text,
  children,
}: {
  feature: Feature;
  /** What the feature is useful for. */
  text: string;
  children: ReactNode;
}) {
  const { isLoading, lacksFeature } = usePlan();
  // The feature would request data that the server refuses without Plus.
  if (isLoading) {
    return (
      <Card flush>
        <ListSkeleton />
      </Card>
    );
  }
  if (!lacksFeature(feature)) return children;
  return (
    <Card flush>
      <PlusRequired sentence={NEEDS_PLUS[feature]}>{text}</PlusRequired>
    </Card>
  );
}

/** A notice that something is part of Plus, with a link to the plans. */
export function PlusRequired({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <EmptyState
      icon={Sparkles}
      title={toHeading(sentence)}
      action={
        <Button asChild variant="primary">
          <Link to={PLAN_PATH}>See plans</Link>
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

/** The same notice as one line, beside what works without Plus. */
export function PlusNote({ feature, children }: { feature: Feature; children?: ReactNode }) {
  return (
    <p>
      {NEEDS_PLUS[feature]} {children}{" "}
      <Link to={PLAN_PATH} className="font-semibold text-ink underline underline-offset-4">
        See plans
      </Link>
    </p>
  );
}
