import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/ids";
import { meQuery } from "../../entities/accounts/queries";
import { contactsQuery } from "../../entities/contacts/queries";
import { itemsQuery } from "../../entities/items/queries";
import { NoPlan } from "../../entities/plans/NoPlan";
import { usePlan } from "../../entities/plans/usePlan";
import { useShut } from "../../entities/plans/useShut";
import type { Profile } from "../../entities/profiles/profile";
import { isOnItsWay, startingProfilesQuery } from "../../entities/profiles/queries";
import { templatesQuery } from "../../entities/quote-templates/queries";
import type { QuoteTemplate } from "../../entities/quote-templates/template";
import { UnsentLog } from "../../offline/unsent";
import { unsentStore } from "../../offline/unsent-store";
import { useWaitingOf } from "../../offline/waiting/useWaiting";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { deviceName } from "../../ui/device";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { NotLoaded } from "../here/NotLoaded";
import { KINDS } from "../kind";
import { ONLY_HERE } from "../offline/local";
import { holdOpen } from "../offline/open-editors";
import { tellConflicts } from "../offline/standing";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";
import type { Draft } from "./draft/draft";
import { draftOf, newDraft } from "./draft/newDraft";
import { EditorSession } from "./EditorSession";
import { beginState, wasBegunHere } from "./fresh";
import { History } from "./history/history";
import { Autosaver } from "./saving/autosave";
import { dropBackup, isOwn, readBackup } from "./saving/legacy";
import { Merging } from "./saving/merging";
import { type Kept, openDraft } from "./saving/open";
import { saverPorts } from "./saving/saverPorts";
import { UnkeptGuard } from "./saving/UnkeptGuard";

/** Opens a document in the editor: what the server has, what this device kept, and what it is made from. */
export function EditorScreen({ kind }: { kind: DocumentKind }) {
  const { id = "" } = useParams();
  const account = useQuery(meQuery).data?.id;
  // Whoever is signed in stays so while the editor is open: another account's typing is another log.
  return account && <Opening key={`${account} ${id}`} kind={kind} id={id} account={account} />;
}

function Opening({ kind, id, account }: { kind: DocumentKind; id: string; account: string }) {
  const words = KINDS[kind];
  const begun = beginState(useLocation().state);
  const [log] = useState(() => new UnsentLog(unsentStore, { account, kind, document: id }));
  const [backup] = useState(() => readBackup(localStorage, kind, id));
  const kept = useQuery({
    queryKey: ["unsent", account, kind, id],
    // A browser that forbids its store has kept nothing.
    queryFn: () => log.read().catch(() => []),
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
  });
  const edits = kept.data;
  const unasked = wasBegunHere(id) && backup === null && edits?.length === 0;
  const stored = useQuery({
    ...documentQueries.one(kind, id),
    enabled: edits !== undefined && !unasked,
    // An editor must not start from yesterday's copy.
    staleTime: 0,
    refetchOnMount: "always",
  });
  const profiles = useQuery(startingProfilesQuery);
  const contacts = useQuery(contactsQuery);
  const items = useQuery(itemsQuery);
  const templateId = begun?.templateId ?? null;
  const templates = useQuery({ ...templatesQuery, enabled: templateId !== null });
  // What waits to be done to it may be taken back: then it can be changed again.
  const waits = useWaitingOf(kind, id).length > 0;
  const isShut = useShut(id);

  const waiting =
    isOnItsWay(profiles) ||
    (templateId !== null && templates.isPending) ||
    (!unasked && !stored.isFetchedAfterMount);
  if (waiting || !edits) {
    return (
      <div className="mx-auto max-w-3xl p-4 md:p-8">
        <FormSkeleton fields={7} />
      </div>
    );
  }
  // What was typed before stays to be read, and is sent once there is a plan.
  if (isShut && edits.length === 0) {
    return (
      <Page width="narrow">
        <title>{`${words.Name} · Plumbline`}</title>
        <PageHeader title={words.Name} back={{ to: words.path, label: words.Plural }} />
        <Card flush>
          <NoPlan />
        </Card>
      </Page>
    );
  }
  const missing = isStatus(stored.error, 404);
  // What is only on this device is in its log, and nothing of it stands.
  const isOnlyHere = stored.data?.version === ONLY_HERE;
  const found = stored.error || isOnlyHere ? null : (stored.data ?? null);
  const own = backup && isOwn(backup, found !== null, profiles.data ?? []) ? backup : null;
  // Typed before it was ever on the server: it needs none to be opened. What was typed later is upon what stands.
  const isWhole = edits[0]?.baseVersion === 0 || own?.version === null;
  const isBegun = begun && edits.length === 0;
  if (stored.error && !isWhole && !(missing && isBegun)) {
    return missing ? (
      <EmptyState
        icon={FileQuestion}
        heading="h1"
        title={`We couldn’t find this ${words.name}`}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {edits.length > 0 && (
              <Button asChild>
                <Link to="/waiting">See what’s saved here</Link>
              </Button>
            )}
            <Button asChild variant="primary">
              <Link to={words.path}>{`All ${words.plural}`}</Link>
            </Button>
          </span>
        }
      >
        {edits.length > 0
          ? `It was deleted elsewhere. Your changes are saved on this ${deviceName()}, under Waiting to be sent.`
          : "It may have been deleted."}
      </EmptyState>
    ) : (
      <NotLoaded
        kind={kind}
        error={stored.error}
        isKept={edits.length > 0}
        onRetry={() => void stored.refetch()}
      />
    );
  }
  if (!profiles.data) {
    return (
      <Page>
        <PageHeader title={words.Name} back={{ to: words.path, label: words.Plural }} />
        <ErrorState
          title="Your business profiles could not be loaded"
          message={errorMessage(profiles.error)}
          onRetry={() => void profiles.refetch()}
        />
      </Page>
    );
  }
  const isSignedHere = isOnlyHere && !stored.data?.allowed.edit;
  if (isSignedHere || (found && !own && !found.allowed.edit && (edits.length === 0 || !waits))) {
    // Accepted, paid or void: it stands as it is, and says what becomes of what was typed too late.
    return <Navigate replace to={`${words.path}/${id}`} />;
  }
  const template = templates.data?.find((one) => one.id === templateId) ?? null;
  return (
    <Opened
      kind={kind}
      id={id}
      found={found}
      log={log}
      kept={{ edits, backup: own }}
      contactId={begun?.contactId ?? null}
      template={template}
      lacksTemplate={templateId !== null && template === null}
      begins={begun?.begins}
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
  log,
  kept,
  contactId,
  template,
  lacksTemplate,
  begins,
  profiles,
  contacts,
  items,
}: {
  kind: DocumentKind;
  id: string;
  found: StoredDocument | null;
  log: UnsentLog;
  kept: Kept;
  contactId: string | null;
  template: QuoteTemplate | null;
  /** It was to be made of a template that is not there. */
  lacksTemplate: boolean;
  begins: Partial<Draft> | undefined;
  profiles: Profile[];
  contacts: Parameters<typeof EditorSession>[0]["contacts"];
  items: Parameters<typeof EditorSession>[0]["items"];
}) {
  const client = useQueryClient();
  const rules = useRules();
  // Decided once: from here on the draft is the editor's, whatever is read again.
  const [{ saver, history }] = useState(() => {
    const begin = { rules, kind, profiles, contactId, today: todayInLondon() };
    const blank = () =>
      template
        ? draftOf(template, begin, newId)
        : { ...newDraft(rules, kind, profiles, contactId, begin.today, newId()), ...begins };
    const merging = new Merging(rules, kind, newId);
    const opened = openDraft(merging, found, kept, blank);
    // What is made of a template is a quote at once, whether anything is typed into it or not.
    const isMade = template !== null && opened.standing === null;
    const start = isMade ? { ...opened, typed: true } : opened;
    const ports = saverPorts(kind, id, { client, rules, log });
    const issued = found !== null && found.status !== "draft";
    const saver = new Autosaver(ports, merging, newId, start, issued);
    // In the log of whoever typed it, it need not lie there for everyone.
    if (kept.backup) void saver.keep().then((isKept) => isKept && dropBackup(localStorage, kind, id));
    return { saver, history: new History(merging) };
  });
  const isEmpty = found === null && kept.edits.length === 0;
  const [startsWithout] = useState(lacksTemplate && isEmpty);
  useEffect(() => {
    if (startsWithout)
      toast({ title: "That template no longer exists", description: "This quote starts empty." });
  }, [startsWithout]);
  const navigate = useNavigate();
  const { path } = KINDS[kind];
  useEffect(() => {
    const leave = () => {
      toast({ title: "Discarded in another window" });
      navigate(path, { replace: true });
    };
    return holdOpen(id, saver, leave);
  }, [id, saver, path, navigate]);
  useEffect(() => tellConflicts({ sort: kind, id }, saver), [kind, id, saver]);
  const mayWrite = usePlan().answer?.mayWrite;
  useEffect(() => {
    if (mayWrite && saver.snapshot().kind === "needsPlan") saver.hurry();
  }, [mayWrite, saver]);
  return (
    <>
      <UnkeptGuard saver={saver} />
      <EditorSession
        kind={kind}
        id={id}
        saver={saver}
        history={history}
        profiles={profiles}
        contacts={contacts}
        items={items}
      />
    </>
  );
}
