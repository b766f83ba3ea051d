// @vitest-environment happy-dom
import { describeStates, GONE } from "../../testing/states";

describeStates("the CIS deductions", {
  path: "/cis/2026",
  call: "GET /api/cis/{year}",
  answer: {
    year: 2026,
    name: "2026/27",
    gross: "0.00",
    materials: "0.00",
    deducted: "0.00",
    stated: "0.00",
    months: [],
    contractors: [],
    today: "2026-09-01",
  },
  shows: "Nothing was deducted in this tax year",
  waits: "silently",
  fails: "The ledger could not be loaded",
  refused: [{ when: "where there is no such year", by: GONE, says: "There is no such tax year" }],
});

describeStates("paying subcontractors", {
  path: "/cis/contractor",
  call: "GET /api/cis/contractors",
  answer: [{ id: "p1", name: "Pipe & Sons", registration: null }],
  shows: "Do you pay subcontractors?",
  waits: "silently",
  empty: {
    answer: [],
    says: "There is no business yet",
    next: ["Add a business profile", "/settings/business-profiles"],
  },
  fails: "The returns could not be loaded",
});

describeStates("a subcontractor", {
  path: "/cis/subcontractors/new",
  call: "GET /api/cis/subcontractors",
  answer: [],
  shows: /Are they not there yet/,
  fails: "This subcontractor could not be loaded",
});

describeStates("the details of a contractor", {
  path: "/cis/contractor/business/p1",
  call: "GET /api/cis/contractors",
  answer: [{ id: "p1", name: "Pipe & Sons", registration: null }],
  shows: "Pipe & Sons",
  fails: "This business could not be loaded",
});
