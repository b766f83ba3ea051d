// @vitest-environment happy-dom
import { describeWrites, ON_SHELF, writing } from "../../testing/shelf";
import { useCreateTemplate, useDeleteTemplate, useUpdateTemplate } from "./mutations";
import type { QuoteTemplate } from "./template";

const TEMPLATE = { id: ON_SHELF.template, version: 1, name: "Bathroom" } as QuoteTemplate;

describeWrites("a template of quotes", {
  "it is kept": writing({
    call: "POST /api/quote-templates",
    answer: TEMPLATE,
    by: useCreateTemplate,
    with: { id: TEMPLATE.id, input: TEMPLATE as never },
    again: ["the templates"],
  }),
  "it is changed": writing({
    call: "PUT /api/quote-templates/{id}",
    answer: TEMPLATE,
    by: useUpdateTemplate,
    with: { template: TEMPLATE, input: TEMPLATE as never },
    again: ["the templates"],
    // Changed elsewhere: the next try is made to what stands.
    refused: { again: ["the templates"] },
  }),
  "it is taken away": writing({
    call: "DELETE /api/quote-templates/{id}",
    by: useDeleteTemplate,
    with: TEMPLATE,
    changes: { "the templates": [{ id: ON_SHELF.other }] },
    again: ["the templates"],
  }),
});
