import { expect, test } from "vitest";
import {
  findTemplateByName,
  formatLineCount,
  type QuoteTemplate,
  searchTemplates,
  toTemplateInput,
} from "./quoteTemplate";

const template = (name: string, more: Partial<QuoteTemplate> = {}) =>
  ({
    id: name,
    name,
    version: 1,
    jobDescription: "",
    notes: "",
    items: [],
    ...more,
  }) as unknown as QuoteTemplate;

test("a template contains nothing that belongs to one job", () => {
  const quote = {
    ...template("x", { jobDescription: "Refit", notes: "Two days" }),
    supplyDate: "2026-11-16",
    vatAnswers: { reliefs: [], inCis: true, customerRegistered: null, staff: null, endUserNotice: null },
    contactId: "c",
    jobAddress: "1 High Street",
    orderNumber: "PO-1",
    issueDate: "2026-11-16",
    payments: [],
  };
  const kept = toTemplateInput(quote as never, "  Bathroom refit ");
  expect(kept).toMatchObject({ name: "Bathroom refit", jobDescription: "Refit", notes: "Two days" });
  expect(kept).toMatchObject({ supplyDate: null, vatAnswers: null, agreement: null });
  const agreement = { place: "away", supplies: "labour", workTime: "Two days" };
  expect(toTemplateInput({ ...quote, agreement } as never, "Refit").agreement).toEqual({
    customer: null,
    place: null,
    urgent: null,
    newBuild: null,
    supplies: "labour",
    workTime: "Two days",
  });
  for (const name of ["contactId", "jobAddress", "orderNumber", "issueDate", "payments", "id", "version"]) {
    expect(kept).not.toHaveProperty(name);
  }
});

test("a name is found whatever its case, accents and spaces", () => {
  const all = [template("Bathroom refit"), template("Boiler")];
  expect(findTemplateByName(all, " bathroom RÉFIT ")?.name).toBe("Bathroom refit");
  expect(findTemplateByName(all, "Bathroom")).toBeUndefined();
});

test("they are found by name, job and lines, in the order of their names", () => {
  const lines = [{ name: "Power flush" }] as QuoteTemplate["items"];
  const all = [
    template("Swap", { items: lines }),
    template("Refit", { jobDescription: "A new bathroom" }),
    template("Boiler"),
  ];
  const found = (search: string) => searchTemplates(all, search).map(({ name }) => name);
  expect(found("")).toEqual(["Boiler", "Refit", "Swap"]);
  expect(found("flush")).toEqual(["Swap"]);
  expect(found("bath refit")).toEqual(["Refit"]);
  expect(found("roof")).toEqual([]);
});

test("lines are counted", () => {
  expect(formatLineCount({ items: [] })).toBe("0 lines");
  expect(formatLineCount({ items: [{}] as QuoteTemplate["items"] })).toBe("1 line");
});
