// @vitest-environment happy-dom
import { describeStates } from "../../testing/states";

const NOTHING = { documents: [], contacts: [], items: [], expenses: [], recurring: [], templates: [] };

describeStates("the search", {
  path: "/search?q=holroyd",
  call: "GET /api/search",
  answer: NOTHING,
  shows: /Nothing found for “holroyd”/,
  fails: "The search did not work",
});
