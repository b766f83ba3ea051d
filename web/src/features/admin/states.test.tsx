// @vitest-environment happy-dom
import { ADA } from "../../testing/basics";
import { json } from "../../testing/network";
import { describeStates } from "../../testing/states";

const user = { ...ADA, isAdmin: true };
const NONE = { data: [], total: 0, rows: 50 };

const noLonger = [
  {
    when: "where the role was taken away",
    by: json(403, { code: "not_admin", message: "You do not look after this server." }),
    says: "You no longer look after this server",
  },
];

describeStates("the users", {
  path: "/admin/users",
  user,
  call: "GET /api/admin/users",
  answer: NONE,
  shows: "No account stands like this",
  fails: "This could not be loaded",
  refused: noLonger,
});

describeStates("the questions", {
  path: "/admin/support",
  user,
  call: "GET /api/admin/support",
  answer: NONE,
  shows: "Everything is answered",
  fails: "This could not be loaded",
  refused: noLonger,
});

describeStates("the audit log", {
  path: "/admin/audit",
  user,
  call: "GET /api/admin/audit",
  answer: NONE,
  shows: "Nothing was done yet",
  fails: "This could not be loaded",
  refused: noLonger,
});

describeStates("a user", {
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
  refused: noLonger,
});

describeStates("a question", {
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
  refused: noLonger,
});
