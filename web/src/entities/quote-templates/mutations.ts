import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { post, put, remove } from "../../api/requests";
import { templateKeys } from "./queries";
import { type QuoteTemplate, type QuoteTemplateInput, toTemplateInput } from "./quoteTemplate";

const invalidateTemplates = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: templateKeys.all });

/** Keeps a template; `id` is the caller's own, so that the same create again is the same. */
export function useCreateTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: QuoteTemplateInput }) =>
      post("/api/quote-templates", { body: { id, ...input } }),
    onSuccess: () => invalidateTemplates(client),
  });
}

/** Has a template say something else, or be called something else. Quotes that were made of it stay. */
export function useUpdateTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ template, input }: { template: QuoteTemplate; input: QuoteTemplateInput }) =>
      put("/api/quote-templates/{id}", {
        params: { id: template.id },
        body: { version: template.version, ...input },
      }),
    onSuccess: () => invalidateTemplates(client),
    // It may have been changed elsewhere: the next try is based on the newest version.
    onError: () => invalidateTemplates(client),
  });
}

/** Takes a template away. Quotes that were made of it stay. */
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

/** Brings one back that was taken away. */
export const toTemplateCreation = (template: QuoteTemplate) => ({
  id: template.id,
  input: toTemplateInput(template, template.name),
});
