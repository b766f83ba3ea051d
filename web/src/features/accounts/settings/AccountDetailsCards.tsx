import { useState } from "react";
import { useForm } from "react-hook-form";
import { showFieldErrors } from "../../../api/form-errors";
import type { Account } from "../../../api/generated/Account";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import { validateName } from "../judge";
import { useChangeName } from "./mutations";

export function AccountNameCard({ account }: { account: Account }) {
  const change = useChangeName();
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name: account.name } });
  const save = handleSubmit(async ({ name }) => {
    setProblem(null);
    try {
      await change.mutateAsync(name.trim());
      toast({ title: "Your name was saved", tone: "good" });
    } catch (error) {
      setProblem(showFieldErrors(error, setError, ["name"]));
    }
  });
  return (
    <Card title="Your name" hint="How Plumbline greets you. Customers see your business profile instead.">
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        {problem ? (
          <Banner tone="red" live>
            {problem}
          </Banner>
        ) : null}
        <TextField
          label="Full name"
          autoComplete="name"
          autoCapitalize="words"
          error={formState.errors.name?.message}
          {...register("name", { validate: validateName })}
        />
        <Button
          type="submit"
          className="md:self-end"
          disabled={!formState.isDirty}
          busy={formState.isSubmitting}
          busyLabel="Saving…"
        >
          Save name
        </Button>
      </form>
    </Card>
  );
}
