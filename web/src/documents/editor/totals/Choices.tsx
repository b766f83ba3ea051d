import { ArrowDown, ArrowUp, Copy, EllipsisVertical, Layers, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { Choice } from "../../../api/generated/Choice";
import { newId } from "../../../api/ids";
import { Button } from "../../../ui/Button";
import { DropdownMenu } from "../../../ui/DropdownMenu";
import { IconButton } from "../../../ui/IconButton";
import { SelectField } from "../../../ui/SelectField";
import { TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import { copiesOf, linesOf, MOST_CHOICES, movedBy, nextName } from "../draft/choices";
import type { Draft } from "../draft/draft";
import { havePhotos } from "../draft/photos";
import type { Action } from "../draft/reducer";
import { Extra } from "./Extra";
import { type Removal, RemoveChoices } from "./RemoveChoices";

/** The longest name that the server keeps. */
const LONGEST_NAME = 60;

const named = ({ name }: Choice) => name.trim() || "No name";
const fieldOf = ({ id }: Choice) => `choice-${id}`;

/** A quote's alternatives: their names, their order, and the one that is recommended. */
export function Choices({
  draft: { choices, chosenChoice },
  act,
  current,
}: {
  draft: Draft;
  act: (action: Action) => void;
  /** The draft as it is at the time of asking, lines and all. */
  current: () => Draft;
}) {
  const [removal, setRemoval] = useState<Removal | null>(null);
  const put = (next: Choice[]) => act({ type: "choices", choices: next });
  const last = choices.at(-1);
  const next = nextName(choices);
  const isFull = choices.length >= MOST_CHOICES;

  /** A new one, with copies of another's lines where one is named. */
  const add = (from?: Choice) => {
    const made: Choice = { id: newId(), name: next };
    const all = [...current().choices, made];
    const lines = from ? copiesOf(current(), from.id, made.id, newId) : [];
    flushSync(() =>
      act(
        from ? { type: "copyChoice", choices: all, from: from.id, lines } : { type: "choices", choices: all },
      ),
    );
    document.getElementById(fieldOf(made))?.focus();
    if (!from || !havePhotos(current(), linesOf(current(), from.id))) return;
    toast({
      title: `The photos of ${named(from)} weren’t copied`,
      description: `A quote shows each photo only once. Add other photos to the lines of ${next}.`,
    });
  };
  /** Asks what becomes of its lines, where it has some. */
  const remove = (left: Choice[], gone: readonly Choice[]) => {
    const held = gone.filter(({ id }) => linesOf(current(), id).length > 0);
    if (held.length === 0) return put(left);
    setRemoval({ left, gone, recommended: current().chosenChoice ?? choices[0]?.id ?? null });
  };

  return (
    <Extra icon={Layers} title="Choices" onRemove={() => remove([], choices)}>
      <p className="text-quiet text-sm">
        Your customer sees them side by side and picks one. Pick a choice for each line. Lines without one are
        in all.
      </p>
      <ul className="mt-3 grid gap-2">
        {choices.map((choice, at) => (
          <li key={choice.id} className="flex items-center gap-1">
            <TextField
              id={fieldOf(choice)}
              label={`Choice ${at + 1}`}
              hideLabel
              maxLength={LONGEST_NAME}
              value={choice.name}
              onChange={(event) =>
                put(choices.map((one) => (one === choice ? { ...one, name: event.target.value } : one)))
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
                  label: `Start ${next} from ${named(choice)}`,
                  icon: Copy,
                  disabled: isFull,
                  note: isFull ? `At most ${MOST_CHOICES} choices.` : undefined,
                  onSelect: () => add(choice),
                },
                {
                  label: "Move up",
                  icon: ArrowUp,
                  disabled: at === 0,
                  onSelect: () => put(movedBy(choices, choice.id, -1)),
                  separated: true,
                },
                {
                  label: "Move down",
                  icon: ArrowDown,
                  disabled: at === choices.length - 1,
                  onSelect: () => put(movedBy(choices, choice.id, 1)),
                },
                {
                  label: `Remove ${named(choice)}`,
                  icon: Trash2,
                  danger: true,
                  onSelect: () =>
                    remove(
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
              onClick={() => add(last)}
            >
              {`Start ${next} from ${named(last)}`}
            </Button>
          )}
          <Button
            variant="quiet"
            icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
            onClick={() => add()}
          >
            Add an empty choice
          </Button>
        </div>
      )}
      <SelectField
        label="Recommended"
        help="In the total until your customer picks another."
        options={choices.map((choice) => ({ value: choice.id, label: named(choice) }))}
        value={chosenChoice ?? choices[0]?.id ?? ""}
        onChange={(event) => act({ type: "set", patch: { chosenChoice: event.target.value } })}
        className="mt-2 sm:max-w-80"
      />
      {removal && <RemoveChoices removal={removal} act={act} onClose={() => setRemoval(null)} />}
    </Extra>
  );
}
