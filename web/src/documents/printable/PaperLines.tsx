import type { DisplayedChoice } from "../../api/generated/DisplayedChoice";
import type { Presentation } from "../../api/generated/Presentation";
import { Money } from "../../ui/Money";
import { type LinePicker, LinesTable } from "./LinesTable";
import { ChoiceCards } from "./PrintableLines";

const isChosen = ({ chosen }: DisplayedChoice) => chosen;

/** What is offered: the lines, and beside each other the choices of a quote that has some, each with its own. */
export function PrintableLines({ document: doc, picker }: { document: Presentation; picker?: LinePicker }) {
  const choices = doc.choices ?? [];
  // Once one was taken, what is left of the lines is what was agreed.
  const isSettled = choices.some(({ settled }) => settled);
  // By their sections each choice's lines stand under headings of their own.
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
