/** A program that businesses come from. */
export interface Program {
  source: "tradify" | "invoice_ninja";
  name: string;
  /** How its export is made there, step by step. */
  steps: string[];
  /** What its files are. */
  files: string;
  /** What the picker offers. */
  accept: string;
  /** Whether the export is several files. */
  several: boolean;
}

export const PROGRAMS: Program[] = [
  {
    source: "tradify",
    name: "Tradify",
    steps: [
      "On a computer, open Customers, then Import/Export, and export customers to a file.",
      "Do the same in Settings, Price List.",
      "Open Invoices, then Options, and export to a file. Do the same in Quotes.",
      "Choose all the files here together.",
    ],
    files: "CSV files, or a zip of them",
    accept: ".csv,.txt,.zip,text/csv,application/zip",
    several: true,
  },
  {
    source: "invoice_ninja",
    name: "Invoice Ninja",
    steps: [
      "Open Settings, then Import | Export, and make a backup.",
      "Invoice Ninja emails you a link to a zip file. Download it.",
      "Choose the zip file here, as it is.",
    ],
    files: "The zip file of the backup",
    accept: ".zip,.json,application/zip,application/json",
    several: false,
  },
];
