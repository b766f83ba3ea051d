import { Fragment, useId } from "react";
import type { DisplayedChoice } from "../../api/generated/DisplayedChoice";
import type { LineRow } from "../../api/generated/LineRow";
import { Money } from "../../ui/Money";
import { type LinePicker, LinesTable, LineText } from "./LinesTable";
import "./choices.css";
import type { Presentation } from "../../api/generated/Presentation";

/** The choices of a quote side by side: the lines of each, and the total with it. */
export function ChoiceCards({
  choices,
  lines,
  amountsLabel,
  picker,
}: {
  choices: readonly DisplayedChoice[];
  /** All lines of the document. */
  lines: readonly LineRow[];
  /** The heading of the lines' amounts if they include VAT. */
  amountsLabel?: string;
  /** Lets the customer pick one; without it, a label shows which one is in the total. */
  picker?: LinePicker;
}) {
  const group = useId();
  const heading = useId();
  // A section may not have the role of a group of radio buttons.
  const Group = picker ? "div" : "section";
  return (
    <Group className="paper-choices" role={picker && "radiogroup"} aria-labelledby={heading}>
      <h3 className="paper-heading" id={heading}>
        {picker ? "Choose one" : "Choices"}
      </h3>
      <div className="paper-picks">
        {choices.map((one) => {
          const isChosen = picker ? picker.chosen === one.id : one.chosen;
          const own = lines.filter(({ choiceId }) => choiceId === one.id);
          const head = (
            <>
              <span className="paper-pick-name">{one.name}</span>
              <span>
                <Money text={one.total} className="paper-pick-total" />
                {hasVat(one) && <span className="paper-pick-vat"> including VAT</span>}
              </span>
              <span className="paper-pick-tags">
                <ChoiceBadge choice={one} picker={picker} />
              </span>
            </>
          );
          return (
            <div key={one.id} className="paper-pick" data-chosen={isChosen || undefined}>
              {picker ? (
                <label className="paper-pick-head">
                  <input
                    type="radio"
                    name={group}
                    checked={isChosen}
                    onChange={() => picker.choose(one.id)}
                  />
                  <span className="paper-pick-words">{head}</span>
                </label>
              ) : (
                <p className="paper-pick-head">
                  <span className="paper-pick-words">{head}</span>
                </p>
              )}
              <ChoiceLines lines={own} amountsLabel={amountsLabel} picker={picker} />
              {one.rows.length > 0 && (
                <dl className="paper-pick-rows">
                  {one.rows.map((row) => (
                    <div key={`${row.kind} ${row.label}`}>
                      <dt>{row.label}</dt>
                      <dd>
                        <Money text={row.amount} />
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
            </div>
          );
        })}
      </div>
    </Group>
  );
}

/** Whether the amount includes VAT. */
const hasVat = ({ rows }: DisplayedChoice) => rows.some(({ kind }) => kind === "vat");

/**
 * Marks the choice that the business recommends; if nothing can be picked, and in print, the one that is in
 * the total.
 */
function ChoiceBadge({ choice, picker }: { choice: DisplayedChoice; picker?: LinePicker }) {
  if (!picker) return choice.note ? <span className="paper-tag">{choice.note}</span> : null;
  return (
    <>
      {picker.recommended === choice.id && <span className="paper-tag">Recommended</span>}
      {choice.note && <span className="paper-tag paper-printed">{choice.note}</span>}
    </>
  );
}

function ChoiceLines({
  lines,
  amountsLabel,
  picker,
}: {
  lines: readonly LineRow[];
  amountsLabel?: string;
  picker?: LinePicker;
}) {
  if (lines.length === 0) return <p className="paper-pick-none">No extra items.</p>;
  return (
    <ul className="paper-pick-lines">
      {amountsLabel && <li className="paper-pick-heading">{amountsLabel}</li>}
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: displayed lines have no other identity
        <Fragment key={at}>
          {line.section && (
            <li className="paper-pick-section paper-pick-sum">
              <span dir="auto">{line.section.name}</span>
              {line.section.amount && <Money text={line.section.amount} />}
            </li>
          )}
          <li className={line.optional && !line.selected ? "paper-uncounted" : undefined}>
            <LineText line={line} picker={picker} />
            <ChoiceLineAmount line={line} />
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

/** The quantity and amount of a line, as far as its prices are displayed. */
function ChoiceLineAmount({ line }: { line: LineRow }) {
  const isOne = line.quantity === "1";
  if (isOne && !line.amount) return null;
  return (
    <p className="paper-pick-sum">
      <span>{!isOne && (line.rate ? `${line.quantity} × ${line.rate}` : `Qty ${line.quantity}`)}</span>
      {line.amount && <Money text={line.amount} />}
    </p>
  );
}

const isChosen = ({ chosen }: DisplayedChoice) => chosen;

/** The lines of a document; the choices of a quote are side by side, each with its own lines. */
export function PrintableLines({ document: doc, picker }: { document: Presentation; picker?: LinePicker }) {
  const choices = doc.choices ?? [];
  // Once a choice was accepted, the remaining lines are those agreed.
  const isSettled = choices.some(({ settled }) => settled);
  // With sections, the lines of each choice have headings of their own.
  const chosenChoices = isSettled && doc.lines.some(({ section }) => section) ? choices.filter(isChosen) : [];
  const hasSeparateChoices = !isSettled || chosenChoices.length > 0;
  const lines = hasSeparateChoices ? doc.lines.filter(({ choiceId }) => choiceId === undefined) : doc.lines;
  return (
    <>
      {lines.length > 0 && (
        <section>
          <h3 className="paper-heading">{"Items & Services"}</h3>
          {choices.length > 0 && !isSettled && <p className="paper-in-each">In every choice</p>}
          <LinesTable lines={lines} columns={doc.columns} picker={picker} />
        </section>
      )}
      {chosenChoices.map(({ id, name }) => {
        const own = doc.lines.filter(({ choiceId }) => choiceId === id);
        return (
          own.length > 0 && (
            <section key={id}>
              <h3 className="paper-heading">{name}</h3>
              <LinesTable lines={own} columns={doc.columns} />
            </section>
          )
        );
      })}
      {choices.length > 0 && !isSettled && (
        <ChoiceCards
          choices={choices}
          lines={doc.lines}
          amountsLabel={doc.columns[3].includes("VAT") ? doc.columns[3] : undefined}
          picker={picker}
        />
      )}
      {isSettled && (
        <section className="paper-settled">
          <h3 className="paper-heading">Choices</h3>
          <dl>
            {choices.map(({ id, name, note, total, chosen }) => (
              <div key={id} data-chosen={chosen || undefined}>
                <dt>
                  {name} <span className="paper-tag">{note}</span>
                </dt>
                <dd>
                  <Money text={total} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
