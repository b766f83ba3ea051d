// @vitest-environment window
import type { AdminUser } from "../../api/generated/AdminUser";
import { ADA } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { describeAmounts } from "../../testing/screen-amounts";

const user = { ...ADA, isAdmin: true };

const OWNER: AdminUser = {
  id: "u1",
  email: "margaret@example.com",
  name: "Margaret Holroyd",
  business: null,
  createdAt: 0,
  verified: true,
  lastSeenAt: null,
  plan: "selfhosted",
  standing: { is: "selfhosted" },
  suspendedAt: null,
};

describeAmounts("the users", {
  path: "/admin/users",
  user,
  besides: () => mockResponse("GET /api/admin/users", { data: [OWNER], total: 1, rows: 50 }),
  tables: { Users: { rows: [{ row: OWNER.email, to: "/admin/users/u1", cells: {}, card: [OWNER.email] }] } },
});

describeAmounts("the questions", {
  path: "/admin/support",
  user,
  besides: () =>
    mockResponse("GET /api/admin/support", {
      data: [
        {
          id: "q1",
          userId: OWNER.id,
          name: OWNER.name,
          email: OWNER.email,
          subject: "Where is my logo?",
          status: "open",
          goesFirst: false,
          createdAt: 0,
          changedAt: 0,
          lostEmail: false,
        },
      ],
      total: 1,
      rows: 50,
    }),
  tables: {
    Questions: {
      rows: [{ row: "Where is my logo?", to: "/admin/support/q1", cells: {}, card: ["Where is my logo?"] }],
    },
  },
});

describeAmounts("a question", {
  path: "/admin/support/q1",
  user,
  besides: () =>
    mockResponse("GET /api/admin/support/{id}", {
      id: "q1",
      userId: OWNER.id,
      name: OWNER.name,
      email: OWNER.email,
      subject: "Where is my logo?",
      message: "It is not on my quote.",
      browser: "",
      status: "open",
      goesFirst: false,
      createdAt: 0,
      pictures: [],
      answers: [],
      accessUntil: null,
    }),
  links: [[/margaret@example\.com/, "/admin/users/u1"]],
});

describeAmounts("the audit log", {
  path: "/admin/audit",
  user,
  besides: () =>
    mockResponse("GET /api/admin/audit", {
      data: [
        { id: "e1", at: 0, actor: "Ada", act: "suspend", userId: "u1", userEmail: OWNER.email, about: "" },
      ],
      total: 1,
      rows: 50,
    }),
  links: [[/^margaret@example\.com$/, "/admin/users/u1"]],
});
