import { useId, useState } from "react";
import type { Conflict } from "../../../api/generated/Conflict";
import type { Kind } from "../../../api/generated/Kind";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { cx } from "../../../ui/cx";
import { Dialog } from "../../../ui/Dialog";
import { KINDS } from "../../kind";
import type { StoredDocument } from "../../types";
import type { Draft } from "../draft/draft";
import { type Asked, asked, type Names } from "./conflictWords";

type Side = "mine" | "theirs";

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
  kind: Kind;
  draft: Draft;
  /** What stands on the server. */
  stored: StoredDocument;
  conflicts: readonly Conflict[];
  names: Names;
  open: boolean;
  /** Nothing is saved until the person comes back to it. */
  onLater: () => void;
  /** The fields in which what was saved elsewhere stays. */
  onChosen: (stay: ReadonlySet<string>) => void;
}) {
  const rules = useRules();
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const questions = conflicts.map((conflict) => asked(conflict, draft, { kind, rules, names }));
  const isDone = questions.every(({ path }) => chosen[path]);
  const at = `Saved elsewhere, ${LONDON_TIME.format(stored.updatedAt)}`;
  const save = () =>
    onChosen(new Set(questions.map(({ path }) => path).filter((path) => chosen[path] === "theirs")));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onLater()}
      title={`This ${KINDS[kind].name} was changed elsewhere too`}
      description={
        questions.length === 1
          ? "In another window or on another device, at the same place as here. Choose what should stand."
          : "In another window or on another device, at the same places as here. Choose what should stand."
      }
      footer={
        <Button variant="primary" onClick={save} disabled={!isDone}>
          {isDone || questions.length === 1 ? "Save this" : "Choose one of each to save"}
        </Button>
      }
    >
      <div className="grid gap-6">
        {questions.map((one) => (
          <Question
            key={one.path}
            asked={one}
            at={at}
            chosen={chosen[one.path] ?? null}
            onChoose={(side) => setChosen({ ...chosen, [one.path]: side })}
          />
        ))}
      </div>
    </Dialog>
  );
}

function Question({
  asked: { field, stood, theirs, mine },
  at,
  chosen,
  onChoose,
}: {
  asked: Asked;
  at: string;
  chosen: Side | null;
  onChoose: (side: Side) => void;
}) {
  const name = useId();
  const option = (side: Side, act: string, whose: string, words: string) => (
    <label
      className={cx(
        "flex min-h-control cursor-pointer items-start gap-3 rounded-md border p-3 has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2",
        chosen === side ? "border-ink bg-hover" : "border-line-strong hover:bg-hover",
      )}
    >
      <input
        type="radio"
        name={name}
        checked={chosen === side}
        onChange={() => onChoose(side)}
        className="mt-0.5 size-5 shrink-0 accent-ink focus-visible:outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold text-ink">{act}</span>
          <span className="text-quiet text-sm">{whose}</span>
        </span>
        <span className="wrap-anywhere mt-1 line-clamp-6 block whitespace-pre-line">{words}</span>
      </span>
    </label>
  );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold text-ink">
        {field}
        {stood !== null && (
          <span className="wrap-anywhere mt-0.5 line-clamp-3 block whitespace-pre-line font-normal text-quiet text-sm">
            {`It was: ${stood}`}
          </span>
        )}
      </legend>
      {option("mine", "Keep mine", "Typed here", mine)}
      {option("theirs", "Use theirs", at, theirs)}
    </fieldset>
  );
}

const LONDON_TIME = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
