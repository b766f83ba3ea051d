import { type FormEvent, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { isStatus } from "../../api/client";
import { isIdTaken } from "../../api/errors";
import { showFieldErrors } from "../../api/field-errors";
import { newId } from "../../api/requests";
import { type FormDraftHandle, useFormDraftSaving } from "../../offline/form-drafts/useFormDraft";

/** The saving of a form, for the components that display it. */
export interface FormSaving {
  /** The submit handler of the form. */
  save: (event: FormEvent) => unknown;
  /** Why the values were not saved, unless a field displays it. */
  problem: string | null | undefined;
  isSaving: boolean;
  /** Whether leaving the page would lose what was typed. */
  isUnsaved: boolean;
}

/**
 * The form of a new or existing record. `write` receives an id that stays the same while the form is mounted,
 * so that retrying a create after a lost response doesn't create a second record; if another record was saved
 * under that id meanwhile, the values are saved under a new id. Field errors from the server are shown at
 * their fields, the first of which gets the focus; any other error is the `problem`.
 */
export function useRecordForm<Saved, Values extends FieldValues>({
  recordName,
  values,
  fields,
  draft,
  photos,
  write,
  toValues,
  onSaved,
}: {
  /** The record's name within a sentence: 'contact'. */
  recordName: string;
  /** The values that the form starts with. */
  values: Values;
  /** The fields that display their errors; some forms have a number of fields that depends on the values. */
  fields: readonly Path<Values>[] | ((values: Values) => readonly Path<Values>[]);
  /** The draft in which the values are stored until they are saved. */
  draft?: FormDraftHandle;
  /** The photos that are saved with the values. */
  photos?: { ids: string[]; isChanged: boolean };
  write: (id: string, values: Values) => Promise<Saved>;
  /** The values of what was saved, to which the form is reset; without it, the form stays as it is. */
  toValues?: (saved: Saved) => Values;
  onSaved: (saved: Saved) => void;
}): { form: UseFormReturn<Values>; saving: FormSaving } {
  const form = useForm<Values>({ defaultValues: values as DefaultValues<Values> });
  const [firstId] = useState(() => draft?.id ?? newId());
  const id = useRef(firstId);
  const [problem, setProblem] = useState<string | null>(null);
  const { isDirty, isSubmitting } = form.formState;
  const isChanged = isDirty || photos?.isChanged === true;
  useFormDraftSaving(form, draft, { isChanged, photos: photos?.ids });
  const save = form.handleSubmit(async (typed) => {
    setProblem(null);
    try {
      const saved = await write(id.current, typed).catch((error: unknown) => {
        if (!isIdTaken(error)) throw error;
        id.current = newId();
        return write(id.current, typed);
      });
      draft?.finish();
      // The values are saved, so leaving the page loses nothing.
      if (toValues) form.reset(toValues(saved));
      onSaved(saved);
    } catch (error) {
      setProblem(
        isStatus(error, 409)
          ? `This ${recordName} has been changed somewhere else in the meantime. Reload the page to see it, then make your change again.`
          : showFieldErrors(error, form.setError, typeof fields === "function" ? fields(typed) : fields),
      );
    }
  });
  return { form, saving: { save, problem, isSaving: isSubmitting, isUnsaved: isChanged && !isSubmitting } };
}
