import type { TableColumn } from "../../api/generated/TableColumn";
import { Banner } from "../../ui/Banner";
import { Disclosure } from "../../ui/Disclosure";
import { SelectField } from "../../ui/SelectField";

/** What the columns of a file are, as found, to be changed. */
export function ImportColumnsCard({
  label = "How this file is read",
  columns,
  choices,
  question,
  isChanged,
  onChange,
}: {
  /** Whose columns they are. */
  label?: string;
  columns: TableColumn[];
  /** As what a column may be read. */
  choices: string[];
  /** What has to be said before anything is read; null where nothing has. */
  question: string | null;
  /** Whether somebody has changed it: then it stays open, since there may be more to change. */
  isChanged: boolean;
  /** The headings as which the columns are read, from the left. */
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
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name than their place
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
