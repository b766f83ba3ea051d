import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import { useState } from "react";
import { Link, Navigate, useLocation, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import type { Kind } from "../../api/generated/Kind";
import { newId } from "../../api/ids";
import { contactsQuery } from "../../entities/contacts/queries";
import { itemsQuery } from "../../entities/items/queries";
import type { Profile } from "../../entities/profiles/profile";
import { profilesQuery } from "../../entities/profiles/queries";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { KINDS } from "../kind";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";
import { Autosaver } from "./autosave";
import { Backups } from "./backup";
import { todayInLondon } from "./calendar";
import { EditorSession } from "./EditorSession";
import { beginState, wasBegunHere } from "./fresh";
import { newDraft } from "./newDraft";
import { openDraft } from "./open";
import { saverPorts } from "./saverPorts";

const backups = new Backups(localStorage);

/** Opens a document in the editor: what the server has, what this device kept, and what it is made from. */
export function EditorScreen({ kind }: { kind: Kind }) {
  const { id = "" } = useParams();
  return <Opening key={id} kind={kind} id={id} />;
}

function Opening({ kind, id }: { kind: Kind; id: string }) {
  const words = KINDS[kind];
  const begun = beginState(useLocation().state);
  const [backup] = useState(() => backups.read(kind, id));
  const unasked = wasBegunHere(id) && backup === null;
  const stored = useQuery({
    ...documentQueries.one(kind, id),
    enabled: !unasked,
    // An editor must not start from yesterday's copy.
    staleTime: 0,
    refetchOnMount: "always",
  });
  const profiles = useQuery(profilesQuery);
  const contacts = useQuery(contactsQuery);
  const items = useQuery(itemsQuery);

  const waiting = profiles.isPending || (!unasked && !stored.isFetchedAfterMount);
  if (waiting) {
    return (
      <div className="mx-auto max-w-3xl p-4 md:p-8">
        <FormSkeleton fields={7} />
      </div>
    );
  }
  const missing = isStatus(stored.error, 404);
  if (stored.error && !backup && !(missing && begun)) {
    return missing ? (
      <EmptyState
        icon={FileQuestion}
        title={`There is no such ${words.name}`}
        action={
          <Button asChild variant="primary">
            <Link to={words.path}>{`All ${words.plural}`}</Link>
          </Button>
        }
      >
        It may have been deleted.
      </EmptyState>
    ) : (
      <ErrorState
        title={`The ${words.name} could not be loaded`}
        message={errorMessage(stored.error)}
        onRetry={() => void stored.refetch()}
      />
    );
  }
  if (!profiles.data) {
    return (
      <ErrorState
        title="Your business profiles could not be loaded"
        message={errorMessage(profiles.error)}
        onRetry={() => void profiles.refetch()}
      />
    );
  }
  if (!stored.error && stored.data && !backup && !stored.data.allowed.edit) {
    // Accepted, paid or void: it stands as it is.
    return <Navigate replace to={`${words.path}/${id}`} />;
  }
  return (
    <Opened
      kind={kind}
      id={id}
      found={stored.error ? null : (stored.data ?? null)}
      backup={backup}
      contactId={begun?.contactId ?? null}
      profiles={profiles.data}
      contacts={contacts.data ?? []}
      items={items.data ?? []}
    />
  );
}

function Opened({
  kind,
  id,
  found,
  backup,
  contactId,
  profiles,
  contacts,
  items,
}: {
  kind: Kind;
  id: string;
  found: StoredDocument | null;
  backup: ReturnType<Backups["read"]>;
  contactId: string | null;
  profiles: Profile[];
  contacts: Parameters<typeof EditorSession>[0]["contacts"];
  items: Parameters<typeof EditorSession>[0]["items"];
}) {
  const client = useQueryClient();
  const rules = useRules();
  // Decided once: from here on the draft is the editor's, whatever is read again.
  const [opened] = useState(() => {
    const blank = () => newDraft(kind, profiles, contactId, todayInLondon(), newId());
    const opening = openDraft(kind, found, backup, blank, newId);
    const issued = found !== null && found.status !== "draft";
    const saver = new Autosaver(saverPorts(kind, id, { client, rules, backups }), opening.version, issued);
    if (opening.kind === "clean") backups.drop(kind, id);
    if (opening.kind === "unsaved") saver.change(opening.draft);
    if (opening.kind === "conflict") saver.startInConflict(opening.draft, opening.version, opening.stored);
    return { draft: opening.draft, saver };
  });
  return (
    <EditorSession
      kind={kind}
      id={id}
      start={opened.draft}
      saver={opened.saver}
      profiles={profiles}
      contacts={contacts}
      items={items}
    />
  );
}
