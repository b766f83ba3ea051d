import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { showFieldErrors } from "../../../api/field-errors";
import type { Account } from "../../../api/generated/Account";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { TextArea, TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import { validateName } from "../AccountFormParts";
import { type OwnBusiness, useChangeName, useChangeOwnBusiness } from "./queries";

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

/** The business details that quotes and invoices show while there is no business profile. */
export function OwnBusinessCard({ account: { businessName, phone, address } }: { account: Account }) {
  const change = useChangeOwnBusiness();
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState, reset } = useForm<OwnBusiness>({
    defaultValues: { businessName, phone, address },
  });
  const { errors } = formState;
  const save = handleSubmit(async (business) => {
    setProblem(null);
    try {
      const saved = await change.mutateAsync(business);
      reset({ businessName: saved.businessName, phone: saved.phone, address: saved.address });
      toast({ title: "Your business was saved", tone: "good" });
    } catch (error) {
      setProblem(showFieldErrors(error, setError, ["businessName", "phone", "address"]));
    }
  });
  return (
    <Card title="Without a business profile" hint="What quotes and invoices without a business profile show.">
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        {problem ? (
          <Banner tone="red" live>
            {problem}
          </Banner>
        ) : null}
        <TextField
          label="Business name"
          optional
          autoComplete="organization"
          error={errors.businessName?.message}
          {...register("businessName")}
        />
        <TextField
          label="Business phone"
          optional
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...register("phone")}
        />
        <TextArea
          label="Business address"
          optional
          rows={3}
          error={errors.address?.message}
          {...register("address")}
        />
        <p className="text-quiet text-sm">
          {"A "}
          <Link to="/settings/business-profiles" className="text-ink underline underline-offset-4">
            business profile
          </Link>
          {" shows your logo, bank details and terms too."}
        </p>
        <Button
          type="submit"
          className="md:self-end"
          disabled={!formState.isDirty}
          busy={formState.isSubmitting}
          busyLabel="Saving…"
        >
          Save business
        </Button>
      </form>
    </Card>
  );
}
