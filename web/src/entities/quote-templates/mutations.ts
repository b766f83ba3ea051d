import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { post, put, remove } from "../../api/requests";
import { templateKeys } from "./queries";
import { type QuoteTemplate, type QuoteTemplateInput, toTemplateInput } from "./quoteTemplate";

const invalidateTemplates = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: templateKeys.all });

/** Saves a new template; `id` comes from the caller, so that a retry doesn't create a second one. */
export function useCreateTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: QuoteTemplateInput }) =>
      post("/api/quote-templates", { body: { id, ...input } }),
    onSuccess: () => invalidateTemplates(client),
  });
}

/** Changes or renames a template. Quotes made from it don't change. */
export function useUpdateTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ template, input }: { template: QuoteTemplate; input: QuoteTemplateInput }) =>
      put("/api/quote-templates/{id}", {
        params: { id: template.id },
        body: { version: template.version, ...input },
      }),
    onSuccess: () => invalidateTemplates(client),
    // It may have been changed elsewhere: the next attempt is based on the newest version.
    onError: () => invalidateTemplates(client),
  });
}

/** Deletes a template. Quotes made from it don't change. */
export function useDeleteTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (template: QuoteTemplate) =>
      remove("/api/quote-templates/{id}", { params: { id: template.id } }),
    onSuccess: (_, template) => {
      client.setQueryData<QuoteTemplate[]>(templateKeys.all, (list) =>
        list?.filter(({ id }) => id !== template.id),
      );
      invalidateTemplates(client);
    },
  });
}

/** The input that recreates a deleted template. */
export const toTemplateCreation = (template: QuoteTemplate) => ({
  id: template.id,
  input: toTemplateInput(template, template.name),
});
