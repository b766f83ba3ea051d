import type { TableColumn } from "../../api/generated/TableColumn";
import { Banner } from "../../ui/Banner";
import { Disclosure } from "../../ui/Disclosure";
import { SelectField } from "../../ui/SelectField";

/** The detected columns of a file, which the user can change. */
export function ImportColumnsCard({
  label = "How this file is read",
  columns,
  choices,
  question,
  isChanged,
  onChange,
}: {
  /** Describes which file the columns belong to. */
  label?: string;
  columns: TableColumn[];
  /** The headings that a column can be read as. */
  choices: string[];
  /** A question to answer before the file can be read; null if there is none. */
  question: string | null;
  /** Whether the user has changed the columns: the card then stays open for further changes. */
  isChanged: boolean;
  /** Receives the headings for the columns, from left to right. */
  onChange: (reads: string[]) => void;
}) {
  const setColumn = (at: number, value: string) =>
    onChange(columns.map(({ reads }, index) => (index === at ? value : reads)));
  return (
    <div className="flex flex-col gap-4">
      {question === null ? null : (
        <Banner tone="amber" title="Which columns are these?">
          {question}
        </Banner>
      )}
      <Disclosure
        label={label}
        hint="We remember what you change here for the next file with the same headings."
        forced={question !== null || isChanged}
      >
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map(({ heading, example, reads }, at) => {
            const ownChoice = reads === "" || choices.includes(reads) ? [] : [{ value: reads, label: reads }];
            return (
              <SelectField
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified only by their position
                key={at}
                label={heading || `Column ${at + 1}`}
                help={example}
                value={reads}
                onChange={({ target: { value } }) => setColumn(at, value)}
                options={[
                  { value: "", label: "Not used" },
                  ...ownChoice,
                  ...choices.map((choice) => ({ value: choice, label: choice })),
                ]}
              />
            );
          })}
        </div>
      </Disclosure>
    </div>
  );
}
