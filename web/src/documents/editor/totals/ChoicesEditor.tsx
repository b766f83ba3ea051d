import { ArrowDown, ArrowUp, Copy, EllipsisVertical, Layers, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { Choice } from "../../../api/generated/Choice";
import { newId } from "../../../api/requests";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { DropdownMenu } from "../../../ui/DropdownMenu";
import { IconButton } from "../../../ui/IconButton";
import { SelectField } from "../../../ui/SelectField";
import { TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import {
  copyChoiceLines,
  getChoiceLines,
  MAX_CHOICES,
  moveChoice,
  suggestChoiceName,
} from "../draft/choices";
import type { DocumentDraft } from "../draft/draft";
import { hasLinePhotos } from "../draft/photos";
import type { DraftAction } from "../draft/reducer";
import { ExtraCard } from "./ExtraCard";

/** The longest name that the server stores. */
const MAX_NAME_LENGTH = 60;

const getChoiceName = ({ name }: Choice) => name.trim() || "No name";
const getChoiceFieldId = ({ id }: Choice) => `choice-${id}`;

/** The choices of a quote: their names, their order and the recommended one. */
export function ChoicesEditor({
  draft: { choices, chosenChoice },
  dispatch,
  getDraft,
}: {
  draft: DocumentDraft;
  dispatch: (action: DraftAction) => void;
  /** Returns the current draft including its lines. */
  getDraft: () => DocumentDraft;
}) {
  const [removal, setRemoval] = useState<ChoiceRemoval | null>(null);
  const setChoices = (next: Choice[]) => dispatch({ type: "choices", choices: next });
  const last = choices.at(-1);
  const nextName = suggestChoiceName(choices);
  const isFull = choices.length >= MAX_CHOICES;

  /** Adds a choice, with copies of another's lines if one is given. */
  const addChoice = (from?: Choice) => {
    const newChoice: Choice = { id: newId(), name: nextName };
    const all = [...getDraft().choices, newChoice];
    const lines = from ? copyChoiceLines(getDraft(), from.id, newChoice.id, newId) : [];
    flushSync(() =>
      dispatch(
        from ? { type: "copyChoice", choices: all, from: from.id, lines } : { type: "choices", choices: all },
      ),
    );
    document.getElementById(getChoiceFieldId(newChoice))?.focus();
    if (!from || !hasLinePhotos(getDraft(), getChoiceLines(getDraft(), from.id))) return;
    toast({
      title: `The photos of ${getChoiceName(from)} weren’t copied`,
      description: `A quote shows each photo only once. Add other photos to the lines of ${nextName}.`,
    });
  };
  /** Removes choices; asks about their lines, if they have any. */
  const removeChoices = (remaining: Choice[], removed: readonly Choice[]) => {
    const withLines = removed.filter(({ id }) => getChoiceLines(getDraft(), id).length > 0);
    if (withLines.length === 0) return setChoices(remaining);
    setRemoval({ remaining, removed, recommended: getDraft().chosenChoice ?? choices[0]?.id ?? null });
  };

  return (
    <ExtraCard icon={Layers} title="Choices" onRemove={() => removeChoices([], choices)}>
      <p className="text-quiet text-sm">
        Your customer sees them side by side and picks one. Pick a choice for each line. Lines without one are
        in all.
      </p>
      <ul className="mt-3 grid gap-2">
        {choices.map((choice, at) => (
          <li key={choice.id} className="flex items-center gap-1">
            <TextField
              id={getChoiceFieldId(choice)}
              label={`Choice ${at + 1}`}
              hideLabel
              maxLength={MAX_NAME_LENGTH}
              value={choice.name}
              onChange={(event) =>
                setChoices(
                  choices.map((one) => (one === choice ? { ...one, name: event.target.value } : one)),
                )
              }
              className="min-w-0 flex-1 sm:max-w-80"
            />
            <DropdownMenu
              trigger={
                <IconButton
                  label={`More for choice ${at + 1}`}
                  icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
                  className="-mr-3 text-quiet sm:mr-0"
                />
              }
              items={[
                {
                  label: `Start ${nextName} from ${getChoiceName(choice)}`,
                  icon: Copy,
                  disabled: isFull,
                  note: isFull ? `At most ${MAX_CHOICES} choices.` : undefined,
                  onSelect: () => addChoice(choice),
                },
                {
                  label: "Move up",
                  icon: ArrowUp,
                  disabled: at === 0,
                  onSelect: () => setChoices(moveChoice(choices, choice.id, -1)),
                  separated: true,
                },
                {
                  label: "Move down",
                  icon: ArrowDown,
                  disabled: at === choices.length - 1,
                  onSelect: () => setChoices(moveChoice(choices, choice.id, 1)),
                },
                {
                  label: `Remove ${getChoiceName(choice)}`,
                  icon: Trash2,
                  danger: true,
                  onSelect: () =>
                    removeChoices(
                      choices.filter((one) => one !== choice),
                      [choice],
                    ),
                  separated: true,
                },
              ]}
            />
          </li>
        ))}
      </ul>
      {!isFull && (
        <div className="mt-1 -ml-4 flex flex-wrap">
          {last && (
            <Button
              variant="quiet"
              icon={<Copy aria-hidden size={18} strokeWidth={1.75} />}
              onClick={() => addChoice(last)}
            >
              {`Start ${nextName} from ${getChoiceName(last)}`}
            </Button>
          )}
          <Button
            variant="quiet"
            icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
            onClick={() => addChoice()}
          >
            Add an empty choice
          </Button>
        </div>
      )}
      <SelectField
        label="Recommended"
        help="In the total until your customer picks another."
        options={choices.map((choice) => ({ value: choice.id, label: getChoiceName(choice) }))}
        value={chosenChoice ?? choices[0]?.id ?? ""}
        onChange={(event) => dispatch({ type: "set", patch: { chosenChoice: event.target.value } })}
        className="mt-2 sm:max-w-80"
      />
      {removal && (
        <RemoveChoicesDialog removal={removal} dispatch={dispatch} onClose={() => setRemoval(null)} />
      )}
    </ExtraCard>
  );
}

/** The choices to remove, at least one of which has lines of its own. */
export interface ChoiceRemoval {
  remaining: Choice[];
  removed: readonly Choice[];
  /** The choice whose lines stay if all choices are removed. */
  recommended: string | null;
}

/** Asks whether the lines of a removed choice are removed too or become part of every choice. */
export function RemoveChoicesDialog({
  removal: { remaining, removed, recommended },
  dispatch,
  onClose,
}: {
  removal: ChoiceRemoval;
  dispatch: (action: DraftAction) => void;
  onClose: () => void;
}) {
  const isAll = remaining.length === 0;
  const [only] = removed;
  const formatName = (choice: Choice | undefined) => choice?.name.trim() || "No name";
  const staying = isAll ? removed.find(({ id }) => id === recommended) : undefined;

  const keepLines = () => {
    dispatch({ type: "choices", choices: remaining });
    onClose();
  };
  const removeLines = () => {
    dispatch({ type: "dropChoices", choices: remaining, keep: staying?.id, emptyId: newId() });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isAll ? "Remove the choices?" : `Remove ${formatName(only)}?`}
      description={
        isAll
          ? "What should happen to the lines that are in only one choice?"
          : `What should happen to the lines that are only in ${formatName(only)}?`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={keepLines}>{isAll ? "Keep every line" : "Put them into every choice"}</Button>
          <Button variant="primary" onClick={removeLines}>
            {staying ? `Keep those in ${formatName(staying)}` : "Remove them too"}
          </Button>
        </>
      }
    />
  );
}
