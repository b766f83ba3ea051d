// @vitest-environment window
import { defineMutation, describeMutations, IDS } from "../../testing/cached-queries";
import { useCreateTemplate, useDeleteTemplate, useUpdateTemplate } from "./mutations";
import type { QuoteTemplate } from "./quoteTemplate";

const TEMPLATE = { id: IDS.template, version: 1, name: "Bathroom" } as QuoteTemplate;

describeMutations("a quote template", {
  "it is saved": defineMutation({
    call: "POST /api/quote-templates",
    answer: TEMPLATE,
    hook: useCreateTemplate,
    variables: { id: TEMPLATE.id, input: TEMPLATE as never },
    refetched: ["the templates"],
  }),
  "it is changed": defineMutation({
    call: "PUT /api/quote-templates/{id}",
    answer: TEMPLATE,
    hook: useUpdateTemplate,
    variables: { template: TEMPLATE, input: TEMPLATE as never },
    refetched: ["the templates"],
    // Changed elsewhere: the next attempt is based on the newest version.
    refused: { refetched: ["the templates"] },
  }),
  "it is deleted": defineMutation({
    call: "DELETE /api/quote-templates/{id}",
    hook: useDeleteTemplate,
    variables: TEMPLATE,
    changes: { "the templates": [{ id: IDS.other }] },
    refetched: ["the templates"],
  }),
});
