import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, Trash2, Wallet } from "lucide-react";
import { Suspense } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { Expense } from "../../api/generated/Expense";
import { useFormDraft } from "../../offline/form-drafts/useFormDraft";
import { SHARED_PARAM } from "../../offline/shared-photos";
import { useSignalMark } from "../../offline/waiting/useNeedsSignal";
import { isSameEntity } from "../../offline/waiting/waiting-change";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { deviceName } from "../../ui/device";
import { IconButton } from "../../ui/IconButton";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
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
  const { data: expense, error, isFetching, refetch } = useQuery({ ...expenseQuery(id), enabled: !isNew });
  const keeping = useFormDraft(isNew ? "expense" : `expense ${id}`);
  const title = isNew ? "New expense" : "Edit expense";
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
    <Page width="narrow">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader
        title={title}
        back={{ to: "/expenses", label: "Expenses" }}
        actions={expense ? <ExpenseMenu expense={expense} /> : null}
      />
      {(isNew || expense) && keeping ? (
        <Suspense fallback={<ExpenseFormSkeleton />}>
          <ExpenseForm
            key={id}
            expense={expense}
            keeping={keeping}
            isJourney={params.get("mileage") === "true"}
            shared={isNew ? params.get(SHARED_PARAM) : null}
            onSaved={handleSaved}
          />
        </Suspense>
      ) : isStatus(error, 404) ? (
        <Card>
          <EmptyState
            icon={Wallet}
            title="We couldn’t find this expense"
            action={
              <Button asChild>
                <Link to="/expenses">See all expenses</Link>
              </Button>
            }
          >
            It may have been deleted.
          </EmptyState>
        </Card>
      ) : error && !isFetching ? (
        <Card>
          <ErrorState
            title="This expense could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <ExpenseFormSkeleton />
      )}
    </Page>
  );
}

function ExpenseFormSkeleton() {
  return (
    <Card>
      <FormSkeleton />
    </Card>
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
