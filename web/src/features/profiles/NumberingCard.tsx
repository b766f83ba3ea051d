import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import { KINDS as TABLE } from "../../api/generated/kinds";
import type { Numbering } from "../../api/generated/Numbering";
import { put } from "../../api/requests";
import type { Profile } from "../../entities/profiles/profile";
import { numberingQuery } from "../../entities/profiles/queries";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { NumberField } from "../../ui/NumberField";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { isUnread } from "../../ui/typed-numbers";

/** Joins numbers as in 'Q-0001, INV-0001 and CN-0001'. */
const listFormat = new Intl.ListFormat("en-GB");

/** How a business's documents are numbered: the prefix, and the next number. */
export function NumberingCard({ profile }: { profile: Profile }) {
  const { data } = useQuery(numberingQuery(profile.id));
  if (!data) return null;
  // The key resets the fields when documents have been numbered meanwhile.
  return <NumberingFields key={data.map(({ shown }) => shown).join(" ")} profile={profile} saved={data} />;
}

function NumberingFields({ profile, saved }: { profile: Profile; saved: Numbering[] }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(() =>
    saved.map(({ kind, prefix, next }) => ({ kind, prefix, next: String(next) })),
  );
  const save = useMutation({
    mutationFn: () =>
      put("/api/business-profiles/{id}/numbering", {
        params: { id: profile.id },
        body: { numbering: typed.map(({ next, ...rest }) => ({ ...rest, next: Number(next || 0) })) },
      }),
    onSuccess: (now) => {
      client.setQueryData(numberingQuery(profile.id).queryKey, now);
      toast({
        title: "The numbering was saved",
        description: `Next: ${listFormat.format(now.flatMap(({ shown }) => shown ?? []))}.`,
        tone: "good",
      });
    },
  });
  const findFieldError = (at: number, field: string) =>
    save.error instanceof ApiError
      ? save.error.errors.find(({ path }) => path === `numbering[${at}].${field}`)?.msg
      : undefined;
  const hasFieldErrors = save.error instanceof ApiError && save.error.errors.length > 0;
  const changeRow = (at: number, change: { prefix?: string; next?: string }) =>
    setTyped((now) => now.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const isUnchanged = typed.every(
    ({ prefix, next }, at) => prefix === saved[at]?.prefix && next === String(saved[at]?.next),
  );
  const isReady = !isUnchanged && !typed.some(({ next }) => isUnread(next));
  return (
    <Card title="Numbering" hint="No number is used twice, and documents you’ve sent keep theirs.">
      {/* These fields are within the profile's form but saved separately, so Enter here must not submit
          that form. */}
      <fieldset
        className="flex min-w-0 flex-col gap-4"
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          if (isReady) save.mutate();
        }}
      >
        <legend className="sr-only">Numbering</legend>
        {typed.map(({ kind, prefix, next }, at) => (
          <div key={kind} className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-4">
            <TextField
              label={`${TABLE[kind].title} numbers start with`}
              optional
              autoComplete="off"
              placeholder={TABLE[kind].numberPrefix}
              value={prefix}
              onChange={(event) => changeRow(at, { prefix: event.target.value })}
              error={findFieldError(at, "prefix")}
            />
            <NumberField
              label={`Next ${TABLE[kind].name}`}
              whole
              value={next}
              onValueChange={(next) => changeRow(at, { next })}
              error={findFieldError(at, "next")}
            />
          </div>
        ))}
        {save.error && !hasFieldErrors ? (
          <p role="alert" className="text-bad text-sm">
            {getErrorMessage(save.error)}
          </p>
        ) : null}
        <div className="flex justify-end">
          <Button
            busy={save.isPending}
            busyLabel="Saving…"
            disabled={!isReady}
            writes
            onClick={() => save.mutate()}
          >
            Save numbering
          </Button>
        </div>
      </fieldset>
    </Card>
  );
}
