import { useState } from "react";
import { useForm } from "react-hook-form";
import { showFieldErrors } from "../../api/field-errors";
import type { SupportMessageInput } from "../../api/generated/SupportMessageInput";
import { newId } from "../../api/requests";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { TextArea, TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { MessagePictures } from "./MessagePictures";
import { useSendSupportMessage } from "./queries";

/** A question to the operator. The typed text stays until it has arrived. */
export function SupportForm() {
  const send = useSendSupportMessage();
  const [id, setId] = useState(newId);
  const [problem, setProblem] = useState<string | null>(null);
  const [pictures, setPictures] = useState<string[]>([]);
  const [isAdding, setAdding] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useForm<
    Omit<SupportMessageInput, "pictures">
  >({
    defaultValues: { subject: "", message: "" },
  });
  const { errors } = formState;
  const submit = handleSubmit(async (input) => {
    setProblem(null);
    try {
      await send.mutateAsync({ id, input: { ...input, pictures } });
      toast({ title: "Your message was sent", tone: "good" });
      reset();
      setPictures([]);
      setId(newId());
    } catch (error) {
      setProblem(showFieldErrors(error, setError, ["subject", "message"]));
    }
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      <TextField
        label="What it’s about"
        error={errors.subject?.message}
        maxLength={120}
        {...register("subject")}
      />
      <TextArea
        label="Message"
        rows={6}
        help="What you did, what you expected and what you saw. We can see which browser you use."
        error={errors.message?.message}
        {...register("message")}
      />
      <MessagePictures pictures={pictures} isAdding={isAdding} onAdding={setAdding} onChange={setPictures} />
      <Button
        type="submit"
        variant="primary"
        className="md:self-end"
        // A picture still being uploaded would be missing from the message.
        disabled={isAdding}
        busy={formState.isSubmitting}
        busyLabel="Sending…"
      >
        Send message
      </Button>
    </form>
  );
}
