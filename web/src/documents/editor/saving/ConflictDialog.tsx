import { useState } from "react";
import type { Conflict } from "../../../api/generated/Conflict";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { ConflictChoice, type ConflictSide } from "../../../ui/ConflictChoice";
import { Dialog } from "../../../ui/Dialog";
import { KINDS } from "../../kind";
import type { StoredDocument } from "../../types";
import type { DocumentDraft } from "../draft/draft";
import { type ConflictNames, describeConflict } from "./conflictWords";

/** The same fields were changed here and elsewhere: each is chosen. Nothing is written until that is done. */
export function ConflictDialog({
  kind,
  draft,
  stored,
  conflicts,
  names,
  open,
  onLater,
  onChosen,
}: {
  kind: DocumentKind;
  draft: DocumentDraft;
  /** What stands on the server. */
  stored: StoredDocument;
  conflicts: readonly Conflict[];
  names: ConflictNames;
  open: boolean;
  /** Nothing is saved until the person comes back to it. */
  onLater: () => void;
  /** The fields in which what was saved elsewhere stays. */
  onChosen: (keepTheirs: ReadonlySet<string>) => void;
}) {
  const rules = useRules();
  const [chosen, setChosen] = useState<Readonly<Record<string, ConflictSide>>>({});
  const questions = conflicts.map((conflict) => describeConflict(conflict, draft, { kind, rules, names }));
  const isDone = questions.every(({ path }) => chosen[path]);
  const savedElsewhere = `Saved elsewhere, ${LONDON_TIME.format(stored.updatedAt)}`;
  const save = () =>
    onChosen(new Set(questions.map(({ path }) => path).filter((path) => chosen[path] === "theirs")));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onLater()}
      title={`This ${KINDS[kind].name} was also changed elsewhere`}
      description={
        questions.length === 1
          ? "The same part was changed in another window or on another device. Choose which to keep."
          : "The same parts were changed in another window or on another device. Choose which to keep."
      }
      footer={
        <Button variant="primary" onClick={save} disabled={!isDone}>
          {isDone || questions.length === 1 ? "Save my choice" : "Choose one of each first"}
        </Button>
      }
    >
      <div className="grid gap-6">
        {questions.map((question) => (
          <ConflictChoice
            key={question.path}
            conflict={question}
            theirsHint={savedElsewhere}
            chosen={chosen[question.path] ?? null}
            onChoose={(side) => setChosen({ ...chosen, [question.path]: side })}
          />
        ))}
      </div>
    </Dialog>
  );
}

const LONDON_TIME = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
