// @vitest-environment window
import type { AdminHealth } from "../../api/generated/AdminHealth";
import type { AdminPlans } from "../../api/generated/AdminPlans";
import { ADA } from "../../testing/fixtures";
import { mockResponse, respondJson } from "../../testing/network";
import { describeScreenStates, NOT_FOUND } from "../../testing/screen-states";

const user = { ...ADA, isAdmin: true };
const NONE = { data: [], total: 0, rows: 50 };

const noLonger = [
  {
    when: "when the user is no longer an admin",
    by: respondJson(403, { code: "not_admin", message: "You do not look after this server." }),
    says: "You’re no longer an administrator",
  },
];

const HEALTH: AdminHealth = {
  version: "1.0.0",
  database: "SQLite",
  migration: 1,
  findings: [],
  workerFault: null,
  lanes: [],
  givenUp: 0,
  mailsGivenUp: 0,
  mailTriesFailed: 0,
  failed: [],
  webhooks: { on: false, lastAt: null, lastDay: 0, waiting: 0 },
  storage: { databaseBytes: 0, pictures: 0, accountBytes: 0 },
  backups: { provedAt: null, documents: 0, name: null, fault: "" },
  questions: 0,
};

const PLANS: AdminPlans = { sells: false, accounts: 3, suspended: 0, groups: [], trials: [] };

describeScreenStates("the server's health", {
  path: "/admin",
  user,
  call: "GET /api/admin/health",
  answer: HEALTH,
  shows: "None verified yet",
  besides: () => mockResponse("GET /api/admin/plans", PLANS),
  fails: "This could not be loaded",
  refused: noLonger,
});

describeScreenStates("the accounts by plan", {
  path: "/admin",
  user,
  call: "GET /api/admin/plans",
  answer: PLANS,
  shows: "3 accounts",
  besides: () => mockResponse("GET /api/admin/health", HEALTH),
  fails: "This could not be loaded",
  refused: noLonger,
});

describeScreenStates("the users", {
  path: "/admin/users",
  user,
  call: "GET /api/admin/users",
  answer: NONE,
  shows: "No accounts match",
  fails: "This could not be loaded",
  refused: noLonger,
});

describeScreenStates("the questions", {
  path: "/admin/support",
  user,
  call: "GET /api/admin/support",
  answer: NONE,
  shows: "You’ve replied to everything",
  fails: "This could not be loaded",
  refused: noLonger,
});

describeScreenStates("the audit log", {
  path: "/admin/audit",
  user,
  call: "GET /api/admin/audit",
  answer: NONE,
  shows: "Nothing yet",
  fails: "This could not be loaded",
  refused: noLonger,
});

describeScreenStates("a user", {
  path: `/admin/users/${ADA.id}`,
  user,
  call: "GET /api/admin/users/{id}",
  answer: {
    ...ADA,
    isAdmin: true,
    suspendedFor: null,
    accessUntil: null,
    documents: 0,
    pictures: 0,
    bytes: 0,
    devices: [],
    failed: [],
    business: null,
    createdAt: 0,
    verified: true,
    lastSeenAt: null,
    plan: "selfhosted",
    standing: { is: "selfhosted" },
    suspendedAt: null,
  },
  shows: "Nobody has logged in yet.",
  fails: "This could not be loaded",
  refused: [
    ...noLonger,
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this account",
      next: ["See all users", "/admin/users"],
    },
  ],
});

describeScreenStates("a question", {
  path: "/admin/support/q1",
  user,
  call: "GET /api/admin/support/{id}",
  answer: {
    id: "q1",
    userId: ADA.id,
    name: ADA.name,
    email: ADA.email,
    subject: "Where is my logo?",
    message: "It is not on my quote.",
    browser: "",
    status: "open",
    goesFirst: false,
    createdAt: 0,
    pictures: [],
    answers: [],
    accessUntil: null,
  },
  shows: "It is not on my quote.",
  fails: "This could not be loaded",
  refused: [
    ...noLonger,
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this question",
      next: ["See all questions", "/admin/support"],
    },
  ],
});
