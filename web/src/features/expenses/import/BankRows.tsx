import { useState } from "react";
import type { BankChoice } from "../../../api/generated/BankChoice";
import type { BankOutcome } from "../../../api/generated/BankOutcome";
import type { BankReport } from "../../../api/generated/BankReport";
import type { BankRow } from "../../../api/generated/BankRow";
import type { ExpenseCategory } from "../../../api/generated/ExpenseCategory";
import { useRules } from "../../../rules/rules";
import { Badge, type BadgeTone } from "../../../ui/Badge";
import { Card } from "../../../ui/Card";
import { type Column, DataTable } from "../../../ui/DataTable";
import { useGrowingRows } from "../../../ui/hooks";
import { Money } from "../../../ui/Money";
import { SelectField } from "../../../ui/SelectField";
import { SegmentedControl } from "../../../ui/Tabs";
import { categoryOptions, findCategory, isCategory } from "../expense";

/**
 * The choice for a row: a category, 'same' for an expense already entered by hand, or null to leave it out.
 */
export type BankRowChoice = ExpenseCategory | "same" | null;

/** The choices, by the key of the row. */
export type BankRowChoices = ReadonlyMap<string, BankRowChoice>;

/** The key of a row: the fee for a payment has the same row number as the payment. */
export const getBankRowKey = ({ row, isFee }: BankRow) => (isFee ? `${row}-fee` : `${row}`);

/** The outcomes of rows for which there is something to choose. */
const CHOOSABLE_OUTCOMES: BankOutcome[] = [
  "new",
  "known",
  "byHand",
  "perhaps",
  "notExpense",
  "deleted",
  "leftOut",
];

export const canChoose = ({ outcome }: BankRow) => CHOOSABLE_OUTCOMES.includes(outcome);

/** The category that a row will have; null where no expense is added. */
export function getCategoryForRow(row: BankRow, choices: BankRowChoices): ExpenseCategory | null {
  const choice = choices.get(getBankRowKey(row));
  if (choice !== undefined) return choice === "same" ? null : choice;
  return row.outcome === "new" ? row.category : null;
}

/** How many expenses an import adds. */
export const countNew = (rows: BankRow[], choices: BankRowChoices) =>
  rows.filter((row) => canChoose(row) && getCategoryForRow(row, choices) !== null).length;

/** How many rows may be an expense entered by hand, and are not decided yet. */
export const countUnanswered = (rows: BankRow[], choices: BankRowChoices) =>
  rows.filter((row) => row.outcome === "perhaps" && !choices.has(getBankRowKey(row))).length;

/** How many rows were chosen to be left out, or to be what was entered by hand: that is saved too. */
export const countSettled = (rows: BankRow[], choices: BankRowChoices) =>
  rows.filter(
    (row) => canChoose(row) && choices.has(getBankRowKey(row)) && getCategoryForRow(row, choices) === null,
  ).length;

/** Converts the choices to the server's format. */
export const toBankChoices = (rows: BankRow[], choices: BankRowChoices): BankChoice[] =>
  rows.flatMap((row) => {
    const choice = choices.get(getBankRowKey(row));
    if (choice === undefined) return [];
    const same = choice === "same";
    const again = row.outcome === "known";
    return [{ row: row.row, isFee: row.isFee, category: same ? null : choice, same, again }];
  });

const OUTCOME_BADGES: Record<BankOutcome, { label: string; tone: BadgeTone }> = {
  new: { label: "New", tone: "green" },
  known: { label: "Already there", tone: "grey" },
  deleted: { label: "You deleted it", tone: "grey" },
  byHand: { label: "Already there", tone: "blue" },
  perhaps: { label: "Please check", tone: "amber" },
  notExpense: { label: "Not an expense", tone: "grey" },
  leftOut: { label: "Left out", tone: "grey" },
  moneyIn: { label: "Money in", tone: "grey" },
  unreadable: { label: "Unreadable", tone: "red" },
};

const OUTCOME_GROUPS: { value: string; label: string; has: BankOutcome[] }[] = [
  { value: "new", label: "New", has: ["new"] },
  { value: "ask", label: "Please check", has: ["perhaps"] },
  { value: "known", label: "Already there", has: ["known", "deleted", "byHand"] },
  { value: "aside", label: "Not an expense", has: ["notExpense"] },
  { value: "in", label: "Money in", has: ["moneyIn"] },
  { value: "out", label: "Left out", has: ["leftOut"] },
  { value: "bad", label: "Unreadable", has: ["unreadable"] },
];

/** The rows of a file, the outcome of each, and the category of new ones. */
export function BankRows({
  report,
  choices,
  onChoose,
}: {
  report: BankReport;
  choices: BankRowChoices;
  onChoose: (key: string, choice: BankRowChoice | undefined) => void;
}) {
  const { gbp, dateLong } = useRules();
  const [filter, setFilter] = useState("all");
  const filters = OUTCOME_GROUPS.map((group) => ({
    ...group,
    rows: report.rows.filter(({ outcome }) => group.has.includes(outcome)),
  })).filter(({ rows }) => rows.length > 0);
  const rows = filters.find(({ value }) => value === filter)?.rows ?? report.rows;
  const { visible, end } = useGrowingRows(rows);
  const formatDay = (row: BankRow) => (row.date ? dateLong(row.date) : `Row ${row.row}`);
  const renderDetails = (row: BankRow) =>
    canChoose(row) && !report.done ? (
      <BankRowChooser row={row} choices={choices} onChoose={onChoose} />
    ) : row.category ? (
      findCategory(row.category).name
    ) : (
      row.says
    );
  const columns: Column<BankRow>[] = [
    { id: "date", header: "Date", width: "w-32", cell: formatDay },
    { id: "supplier", header: "Paid to", cell: ({ supplier }) => supplier },
    {
      id: "amount",
      header: "Amount",
      width: "w-28",
      align: "right",
      cell: (row) =>
        row.outcome === "unreadable" ? null : <Money text={gbp(row.amount)} className="text-ink" />,
    },
    {
      id: "outcome",
      header: "What happens",
      width: "w-40",
      cell: (row) => <BankOutcomeBadge row={row} choices={choices} />,
    },
    { id: "category", header: "Category", width: "w-60", cell: renderDetails },
  ];
  return (
    <section aria-label="What happens with each row" className="flex min-w-0 flex-col gap-3">
      <SegmentedControl
        label="Rows"
        className="self-start"
        value={filter}
        onValueChange={setFilter}
        options={[
          { value: "all", label: `All ${report.rows.length}` },
          ...filters.map(({ value, label, rows: found }) => ({ value, label: `${label} ${found.length}` })),
        ]}
      />
      <Card flush>
        <DataTable
          label="Rows in the file"
          rows={visible}
          rowKey={getBankRowKey}
          columns={columns}
          card={(row) => ({
            title: row.supplier || `Row ${row.row}`,
            amount: row.outcome === "unreadable" ? null : <Money text={gbp(row.amount)} />,
            note: formatDay(row),
            status: <BankOutcomeBadge row={row} choices={choices} />,
            detail: renderDetails(row),
          })}
        />
        {end ? <div ref={end} aria-hidden className="h-px" /> : null}
      </Card>
    </section>
  );
}

/** The outcome of a row, including the choice for it. */
function BankOutcomeBadge({ row, choices }: { row: BankRow; choices: BankRowChoices }) {
  const choice = canChoose(row) ? choices.get(getBankRowKey(row)) : undefined;
  const { tone, label } = OUTCOME_BADGES[getOutcomeWithChoice(row, choice)];
  return <Badge tone={tone} label={label} />;
}

function getOutcomeWithChoice({ outcome }: BankRow, choice: BankRowChoice | undefined): BankOutcome {
  if (choice === undefined) return outcome;
  if (choice === null) return "leftOut";
  return choice === "same" ? "byHand" : "new";
}

/** The value of a row without a choice: its outcome stays as detected. */
const AS_FOUND = "";
const LEAVE_OUT = "leave";
const SAME = "same";

/** The first options of a row, by its outcome: what it is if it doesn't become an expense. */
function getNonExpenseOptions({ outcome, says }: BankRow) {
  const leave = { value: LEAVE_OUT, label: "Leave out" };
  switch (outcome) {
    case "new":
      return [leave];
    case "perhaps":
      return [{ value: AS_FOUND, label: "Please choose" }, { value: SAME, label: `Same as ${says}` }, leave];
    case "byHand":
      return [{ value: AS_FOUND, label: `Same as ${says}` }];
    case "known":
      return [{ value: AS_FOUND, label: "Already there" }];
    case "notExpense":
      return [{ value: AS_FOUND, label: "Not an expense" }];
    default:
      return [{ value: AS_FOUND, label: "Leave out" }];
  }
}

function BankRowChooser({
  row,
  choices,
  onChoose,
}: {
  row: BankRow;
  choices: BankRowChoices;
  onChoose: (key: string, choice: BankRowChoice | undefined) => void;
}) {
  const key = getBankRowKey(row);
  const choice = choices.get(key);
  const found = row.outcome === "new" && row.category ? row.category : AS_FOUND;
  const handleChoice = (value: string) => {
    if (value === AS_FOUND) return onChoose(key, undefined);
    if (value === LEAVE_OUT) return onChoose(key, null);
    if (value === SAME) return onChoose(key, SAME);
    if (isCategory(value)) onChoose(key, value);
  };
  return (
    <SelectField
      label={`Category of ${row.supplier || `row ${row.row}`}`}
      hideLabel
      className="my-1"
      help={row.outcome === "notExpense" ? row.says : undefined}
      value={choice === undefined ? found : (choice ?? LEAVE_OUT)}
      onChange={({ target: { value } }) => handleChoice(value)}
      options={[...getNonExpenseOptions(row), ...categoryOptions]}
    />
  );
}
