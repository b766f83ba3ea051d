// @vitest-environment window
import { describeWrites, EVERYTHING, writing } from "../../testing/cached-queries";
import { useBring, useLook } from "./mutations";

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

describeWrites("what comes from another program", {
  "it is brought": writing({
    call: "POST /api/arriving",
    answer: ALL,
    hook: useBring,
    variables: BRINGING,
    refetched: EVERYTHING,
    // What came before the fault is there.
    refused: { refetched: EVERYTHING },
  }),
  "it is only looked at": writing({
    call: "POST /api/arriving/preview",
    answer: ALL,
    hook: useLook,
    variables: BRINGING,
  }),
});
