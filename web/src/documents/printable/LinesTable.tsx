// biome-ignore-all lint/a11y/noRedundantRoles: as grids on phones, rows lose their role in some browsers

import { Fragment, useId } from "react";
import type { LineRow } from "../../api/generated/LineRow";
import type { SectionHead } from "../../api/generated/SectionHead";
import { cx } from "../../ui/cx";
import { Money } from "../../ui/Money";
import { PrintablePhotos } from "./PrintablePhotos";

/** The customer's picks: optional lines and one of the choices. */
export interface LinePicker {
  /** The ids of the optional lines taken. */
  selected: readonly string[];
  toggle: (id: string) => void;
  /** The id of the choice taken; null if the quote has no choices. */
  chosen: string | null;
  /** The choice that the business recommends. */
  recommended: string | null;
  choose: (id: string) => void;
}

/**
 * The table of lines: four columns if there is space, otherwise two rows for each line. A column without a
 * heading is empty. If amounts include VAT, their heading says so, on phones too.
 */
export function LinesTable({
  lines,
  columns,
  picker,
}: {
  lines: LineRow[];
  columns: string[];
  /** Gives each optional line a tick box; without it, a text says what was taken. */
  picker?: LinePicker;
}) {
  const [what, quantity, rate, amount] = columns;
  const hasSections = lines.some((line) => line.section);
  return (
    <table
      className={cx("paper-lines", !rate && "paper-unpriced", amount?.includes("VAT") && "paper-inc-vat")}
      role="table"
    >
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col">{what}</th>
          <th scope="col" className="paper-qty">
            {quantity}
          </th>
          {rate && (
            <th scope="col" className="paper-rate">
              {rate}
            </th>
          )}
          {amount && (
            <th scope="col" className="paper-amount">
              {amount}
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: displayed lines have no other identity
          <Fragment key={index}>
            {line.section && (
              <SectionRow head={line.section} columns={rate ? 3 : 2} hasAmount={Boolean(amount)} />
            )}
            <tr
              role="row"
              className={cx(
                !line.counted && "paper-uncounted",
                // The document's own labour doesn't belong to any section.
                hasSections && line.id === "" && "paper-apart-line",
              )}
            >
              <th className="paper-what" scope="row" role="rowheader">
                <LineText line={line} picker={picker} />
              </th>
              <td className="paper-qty" role="cell">
                {line.quantity}
              </td>
              {rate && (
                <td className="paper-rate" role="cell">
                  {line.rate}
                </td>
              )}
              {amount && (
                <td className="paper-amount" role="cell">
                  {line.amount && <Money text={line.amount} />}
                </td>
              )}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** The heading of a section: its name and subtotal. */
function SectionRow({
  head,
  columns,
  hasAmount,
}: {
  head: SectionHead;
  /** The number of columns that the name spans. */
  columns: number;
  hasAmount: boolean;
}) {
  return (
    <tr role="row" className="paper-section">
      <th className="paper-section-name" scope="row" role="rowheader" colSpan={columns} dir="auto">
        {head.name}
      </th>
      {hasAmount && (
        <td className="paper-amount" role="cell">
          {head.amount && <Money text={head.amount} />}
        </td>
      )}
    </tr>
  );
}

/** The text of a line: its name, a tick box if it is optional, labels and the description. */
export function LineText({ line, picker }: { line: LineRow; picker?: LinePicker }) {
  // Among the lines of a choice, the choice isn't named again, and only the tick decides whether the line is
  // taken.
  const isOfChoice = line.choiceId !== undefined;
  const isTaken = isOfChoice ? line.selected : line.counted;
  return (
    <div className={picker && line.optional ? "paper-choosable" : undefined}>
      <LineName line={line} picker={picker} />
      {line.vat && <span className="paper-tag">{line.vat}</span>}
      {line.choice && !isOfChoice && <span className="paper-tag">{line.choice}</span>}
      {line.optional && (
        <span className="paper-tag">{isTaken ? "Optional, included" : "Optional, not included"}</span>
      )}
      {picker && line.adds && <span className="paper-adds">{line.adds}</span>}
      {line.description.length > 0 && <span className="paper-what-more">{line.description.join("\n")}</span>}
      {line.labour && (
        <span className="paper-what-more">
          {line.labour}
          {line.labourAmount && (
            <>
              {" = "}
              <Money text={line.labourAmount} />
            </>
          )}
        </span>
      )}
      {line.photos && <PrintablePhotos small photos={line.photos} />}
    </div>
  );
}

function LineName({ line, picker }: { line: LineRow; picker?: LinePicker }) {
  const id = useId();
  const name = <span className="paper-what-name">{line.name}</span>;
  if (!picker || !line.optional) return name;
  return (
    <label className="paper-choice" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={picker.selected.includes(line.id)}
        onChange={() => picker.toggle(line.id)}
      />
      {name}
    </label>
  );
}
