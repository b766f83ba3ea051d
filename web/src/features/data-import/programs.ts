/** A program that businesses come from. */
export interface SourceProgram {
  source: "tradify" | "invoice_ninja" | "other";
  /** As it is chosen. */
  name: string;
  /** As a sentence has it. */
  nameInSentence: string;
  /** How its export is made there, step by step. */
  steps: string[];
  /** What its files are. */
  files: string;
  /** What the picker offers. */
  accept: string;
  /** Whether the export is several files. */
  allowsSeveral: boolean;
}

export const SOURCE_PROGRAMS: SourceProgram[] = [
  {
    source: "tradify",
    name: "Tradify",
    nameInSentence: "Tradify",
    steps: [
      "On a computer, open Customers, then Import/Export, and export customers to a file.",
      "Do the same in Settings, Price List.",
      "Open Invoices, then Options, and export to a file. Do the same in Quotes.",
      "Choose all the files here together.",
    ],
    files: "CSV files, or a zip of them",
    accept: ".csv,.txt,.zip,text/csv,application/zip",
    allowsSeveral: true,
  },
  {
    source: "invoice_ninja",
    name: "Invoice Ninja",
    nameInSentence: "Invoice Ninja",
    steps: [
      "Open Settings, then Import | Export, and make a backup.",
      "Invoice Ninja emails you a link to a zip file. Download it.",
      "Choose the zip file here, as it is.",
    ],
    files: "The zip file of the backup",
    accept: ".zip,.json,application/zip,application/json",
    allowsSeveral: false,
  },
  {
    source: "other",
    name: "Another program",
    nameInSentence: "your old program",
    steps: [
      "Export your customers, price list, quotes and invoices as CSV files. FreshBooks, Zoho and Invoice2go can all do this.",
      "Choose all the files here together. If we don’t recognise a column, you can tell us what it is.",
    ],
    files: "CSV files, or a zip of them",
    accept: ".csv,.txt,.zip,text/csv,application/zip",
    allowsSeveral: true,
  },
];
