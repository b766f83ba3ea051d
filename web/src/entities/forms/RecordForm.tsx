import type { ReactNode } from "react";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { LeaveGuard } from "../../ui/form-guards";
import { ActionBar } from "../../ui/PageHeader";
import type { FormSaving } from "./useRecordForm";

/**
 * The form on a form's page: its fields, why they were not saved, and the button that saves them. Asks before
 * the user leaves with unsaved values.
 */
export function RecordForm({
  saving: { save, problem, isSaving, isUnsaved },
  saveLabel,
  gap = "gap-4",
  children,
}: {
  saving: FormSaving;
  /** The label of the button: 'Save changes'. */
  saveLabel: string;
  /** The class of the space between the children. */
  gap?: string;
  children: ReactNode;
}) {
  return (
    <form noValidate onSubmit={save} className={cx("flex flex-col", gap)}>
      <LeaveGuard when={isUnsaved} />
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      {children}
      <ActionBar>
        <Button type="submit" variant="primary" busy={isSaving} busyLabel="Saving…">
          {saveLabel}
        </Button>
      </ActionBar>
    </form>
  );
}
