// @vitest-environment window
import { ALL_QUERIES, defineMutation, describeMutations } from "../../testing/cached-queries";
import { usePreviewDataImport, useRunDataImport } from "./mutations";

const BRINGING = {
  source: "tradify",
  files: [],
  differing: "keep",
  currency: "",
  dates: "",
  columns: {},
  profile: "",
} as never;
const COUNTED = { new: 1, updated: 0 };
const ALL = { customers: COUNTED, items: COUNTED, documents: { quotes: 0, invoices: 0, left: 0 } };

describeMutations("data from another program", {
  "it is imported": defineMutation({
    call: "POST /api/arriving",
    answer: ALL,
    hook: useRunDataImport,
    variables: BRINGING,
    refetched: ALL_QUERIES,
    // What was imported before the error is saved.
    refused: { refetched: ALL_QUERIES },
  }),
  "it is only previewed": defineMutation({
    call: "POST /api/arriving/preview",
    answer: ALL,
    hook: usePreviewDataImport,
    variables: BRINGING,
  }),
});
