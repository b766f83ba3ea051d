import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, Trash2, Wallet } from "lucide-react";
import { useNavigate, useParams } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { Expense } from "../../api/generated/Expense";
import { FormPage } from "../../entities/forms/FormPage";
import { useFormDraft } from "../../offline/form-drafts/useFormDraft";
import { SHARED_PARAM } from "../../offline/shared-photos";
import { useSignalMark } from "../../offline/waiting/useNeedsSignal";
import { isSameEntity } from "../../offline/waiting/waiting-change";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { deviceName } from "../../ui/device";
import { IconButton } from "../../ui/IconButton";
import { NotFoundState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { useSearchParams } from "../../ui/useSearchParams";
import { ExpenseForm } from "./ExpenseForm";
import { AMOUNT_PENDING_TEXT, getExpenseName, isAmountPending, toRestoredInput } from "./expense";
import { expenseQuery, useCreateExpense, useDeleteExpense } from "./queries";

/**
 * A new or an existing expense. With `?mileage=true` a new one starts as a journey, with `?shared=true` from
 * photos shared with the app.
 */
export function EditExpensePage() {
  const { id = "" } = useParams();
  const isNew = id === "";
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const query = useQuery({ ...expenseQuery(id), enabled: !isNew });
  const expense = query.data;
  const draft = useFormDraft(isNew ? "expense" : `expense ${id}`);
  const handleSaved = (now: Expense) => {
    const isWaiting = waitingLog
      .snapshot()
      .some((one) => isSameEntity(one.thing, { sort: "expense", id: now.id }));
    if (isWaiting) {
      const later = isAmountPending(now) ? ` The amount is ${AMOUNT_PENDING_TEXT}.` : "";
      toast({
        title: `Saved on this ${deviceName()}`,
        description: `It goes to your account once there is signal.${later}`,
      });
    } else toast({ title: isNew ? "The expense was saved" : "Your changes were saved", tone: "good" });
    void navigate("/expenses", { state: { saved: now.id } });
  };
  return (
    <FormPage
      title={isNew ? "New expense" : "Edit expense"}
      back={{ to: "/expenses", label: "Expenses" }}
      actions={expense ? <ExpenseMenu expense={expense} /> : null}
      record={{
        query,
        errorTitle: "This expense could not be loaded",
        absent: (
          <NotFoundState
            icon={Wallet}
            title="We couldn’t find this expense"
            link={{ to: "/expenses", label: "See all expenses" }}
          />
        ),
      }}
    >
      {(isNew || expense) && draft && (
        <ExpenseForm
          key={id}
          expense={expense}
          draft={draft}
          isJourney={params.get("mileage") === "true"}
          shared={isNew ? params.get(SHARED_PARAM) : null}
          onSaved={handleSaved}
        />
      )}
    </FormPage>
  );
}

function ExpenseMenu({ expense }: { expense: Expense }) {
  const byServer = useSignalMark();
  const navigate = useNavigate();
  const deleteExpense = useDeleteExpense();
  const createExpense = useCreateExpense();
  const showError = (title: string) => (error: unknown) =>
    toast({ title, description: getErrorMessage(error), tone: "bad" });
  const undo = () =>
    createExpense.mutate(
      { id: expense.id, input: toRestoredInput(expense) },
      { onError: showError("The expense could not be restored") },
    );
  const handleDelete = () =>
    deleteExpense.mutate(expense.id, {
      onSuccess: () => {
        void navigate("/expenses");
        toast({ title: `${getExpenseName(expense)} was deleted`, action: { label: "Undo", onPress: undo } });
      },
      onError: showError("The expense wasn’t deleted"),
    });
  return (
    <DropdownMenu
      align="end"
      trigger={
        <IconButton
          label="More actions"
          variant="secondary"
          icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
        />
      }
      items={[byServer({ label: "Delete", icon: Trash2, danger: true, onSelect: handleDelete })]}
    />
  );
}
