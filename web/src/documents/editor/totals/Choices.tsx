import { Layers, Plus, X } from "lucide-react";
import type { Choice } from "../../../api/generated/Choice";
import { newId } from "../../../api/ids";
import { Button } from "../../../ui/Button";
import { IconButton } from "../../../ui/IconButton";
import { SelectField } from "../../../ui/SelectField";
import { TextField } from "../../../ui/TextField";
import type { Draft } from "../draft/draft";
import type { Action } from "../draft/reducer";
import { Extra } from "./Extra";

/** The most that core takes. */
const MOST = 6;
const NAMES = ["Good", "Better", "Best"];

const fresh = (at: number): Choice => ({ id: newId(), name: NAMES[at] ?? `Choice ${at + 1}` });

/** Two to begin with: one is none. */
export const firstChoices = (): Choice[] => [fresh(0), fresh(1)];

/** A quote's alternatives: their names, and the one whose lines count. */
export function Choices({
  draft: { choices, chosenChoice },
  act,
}: {
  draft: Draft;
  act: (action: Action) => void;
}) {
  const put = (next: Choice[]) => act({ type: "choices", choices: next });
  return (
    <Extra icon={Layers} title="Choices" onRemove={() => put([])}>
      <p className="text-quiet text-sm">
        Good, better or best. A line’s menu puts it into one of them; the other lines are in each.
      </p>
      <ul className="mt-3 grid gap-2">
        {choices.map((choice, at) => (
          <li key={choice.id} className="flex items-center gap-1">
            <TextField
              label={`Choice ${at + 1}`}
              hideLabel
              value={choice.name}
              onChange={(event) =>
                put(choices.map((one) => (one === choice ? { ...one, name: event.target.value } : one)))
              }
              className="min-w-0 flex-1 sm:max-w-80"
            />
            {choices.length > 1 && (
              <IconButton
                label={`Remove choice ${at + 1}`}
                icon={<X aria-hidden size={18} strokeWidth={1.75} />}
                onClick={() => put(choices.filter((one) => one !== choice))}
                className="-mr-3 text-quiet sm:mr-0"
              />
            )}
          </li>
        ))}
      </ul>
      {choices.length < MOST && (
        <Button
          variant="quiet"
          icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
          onClick={() => put([...choices, fresh(choices.length)])}
          className="mt-1 -ml-4"
        >
          Add a choice
        </Button>
      )}
      <SelectField
        label="Counted in the total"
        options={choices.map(({ id, name }) => ({ value: id, label: name || "No name" }))}
        value={chosenChoice ?? choices[0]?.id ?? ""}
        onChange={(event) => act({ type: "set", patch: { chosenChoice: event.target.value } })}
        className="mt-2 sm:max-w-80"
      />
    </Extra>
  );
}
