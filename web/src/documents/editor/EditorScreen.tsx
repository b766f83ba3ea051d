import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/requests";
import { meQuery } from "../../entities/accounts/queries";
import { contactsQuery } from "../../entities/contacts/queries";
import { itemsQuery } from "../../entities/items/queries";
import { PlanLapsed } from "../../entities/plans/PlanLapsed";
import { usePageLocked, usePlan } from "../../entities/plans/usePlan";
import type { Profile } from "../../entities/profiles/profile";
import { isLoadingProfiles, newDocumentProfilesQuery } from "../../entities/profiles/queries";
import { templatesQuery } from "../../entities/quote-templates/queries";
import type { QuoteTemplate } from "../../entities/quote-templates/quoteTemplate";
import { unsentEditStore } from "../../offline/unsent-edit-store";
import { UnsentEditLog } from "../../offline/unsent-edits";
import { useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { deviceName } from "../../ui/device";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { KINDS } from "../kind";
import { LOCAL_ONLY_VERSION } from "../offline/localDocument";
import { registerOpenEditor } from "../offline/open-editors";
import { reportConflicts } from "../offline/unsentProblems";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";
import { DocumentNotLoaded } from "../unsent/DocumentNotLoaded";
import { createDraft, createDraftFromTemplate } from "./draft/createDraft";
import type { DocumentDraft } from "./draft/draft";
import { EditorSession } from "./EditorSession";
import { DraftHistory } from "./history/draftHistory";
import { isNewDocument, readNewDocumentState } from "./NewDocumentScreen";
import { Autosaver } from "./saving/autosaver";
import { UnsavedLeaveGuard } from "./saving/DraftSaveStatus";
import { DraftMerger } from "./saving/draftMerger";
import { isOwnBackup, readLegacyBackup, removeLegacyBackup } from "./saving/legacyBackup";
import { type CachedDraft, openDraft } from "./saving/openDraft";
import { createSaverPorts } from "./saving/saverPorts";

/**
 * Opens a document in the editor: from the server, from the edits on this device, or from what it is made
 * from.
 */
export function EditorScreen({ kind }: { kind: DocumentKind }) {
  const { id = "" } = useParams();
  const account = useQuery(meQuery).data?.id;
  // The key includes the account, because each account has its own log of edits.
  return account && <EditorLoader key={`${account} ${id}`} kind={kind} id={id} account={account} />;
}

function EditorLoader({ kind, id, account }: { kind: DocumentKind; id: string; account: string }) {
  const kindInfo = KINDS[kind];
  const newDocumentState = readNewDocumentState(useLocation().state);
  const [log] = useState(() => new UnsentEditLog(unsentEditStore, { account, kind, document: id }));
  const [backup] = useState(() => readLegacyBackup(localStorage, kind, id));
  const cachedEditsQuery = useQuery({
    queryKey: ["unsent", account, kind, id],
    // A browser that forbids storage has no edits.
    queryFn: () => log.read().catch(() => []),
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
  });
  const edits = cachedEditsQuery.data;
  const skipsServer = isNewDocument(id) && backup === null && edits?.length === 0;
  const stored = useQuery({
    ...documentQueries.one(kind, id),
    enabled: edits !== undefined && !skipsServer,
    // The editor must not start from an old copy.
    staleTime: 0,
    refetchOnMount: "always",
  });
  const profiles = useQuery(newDocumentProfilesQuery);
  const contacts = useQuery(contactsQuery);
  const items = useQuery(itemsQuery);
  const templateId = newDocumentState?.templateId ?? null;
  const templates = useQuery({ ...templatesQuery, enabled: templateId !== null });
  // Changes that are waiting can be taken back, after which it can be edited again.
  const hasWaitingWrites = useWaitingChangesOf(kind, id).length > 0;
  const isLocked = usePageLocked(id);

  const isLoading =
    isLoadingProfiles(profiles) ||
    (templateId !== null && templates.isPending) ||
    (!skipsServer && !stored.isFetchedAfterMount);
  if (isLoading || !edits) {
    return (
      <div className="mx-auto max-w-3xl p-4 md:p-8">
        <FormSkeleton fields={7} />
      </div>
    );
  }
  // With unsent edits, the editor opens even so: they stay readable and are sent once there is a plan.
  if (isLocked && edits.length === 0) {
    return (
      <Page width="narrow">
        <title>{`${kindInfo.Name} · Plumbline`}</title>
        <PageHeader title={kindInfo.Name} back={{ to: kindInfo.path, label: kindInfo.Plural }} />
        <Card flush>
          <PlanLapsed />
        </Card>
      </Page>
    );
  }
  const missing = isStatus(stored.error, 404);
  // A document that is only on this device is in its log, so there is no stored version to start from.
  const isOnlyHere = stored.data?.version === LOCAL_ONLY_VERSION;
  const serverDocument = stored.error || isOnlyHere ? null : (stored.data ?? null);
  const ownBackup =
    backup && isOwnBackup(backup, serverDocument !== null, profiles.data ?? []) ? backup : null;
  // A document that was never on the server needs no stored version to be opened; later edits need the one
  // they are based on.
  const isCompleteHere = edits[0]?.baseVersion === 0 || ownBackup?.version === null;
  const isUntouchedNew = newDocumentState && edits.length === 0;
  if (stored.error && !isCompleteHere && !(missing && isUntouchedNew)) {
    return missing ? (
      <EmptyState
        icon={FileQuestion}
        heading="h1"
        title={`We couldn’t find this ${kindInfo.name}`}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {edits.length > 0 && (
              <Button asChild>
                <Link to="/waiting">See what’s saved here</Link>
              </Button>
            )}
            <Button asChild variant="primary">
              <Link to={kindInfo.path}>{`All ${kindInfo.plural}`}</Link>
            </Button>
          </span>
        }
      >
        {edits.length > 0
          ? `It was deleted elsewhere. Your changes are saved on this ${deviceName()}, under Waiting to be sent.`
          : "It may have been deleted."}
      </EmptyState>
    ) : (
      <DocumentNotLoaded
        kind={kind}
        error={stored.error}
        hasLocalChanges={edits.length > 0}
        onRetry={() => void stored.refetch()}
      />
    );
  }
  if (!profiles.data) {
    return (
      <Page>
        <PageHeader title={kindInfo.Name} back={{ to: kindInfo.path, label: kindInfo.Plural }} />
        <ErrorState
          title="Your business profiles could not be loaded"
          message={getErrorMessage(profiles.error)}
          onRetry={() => void profiles.refetch()}
        />
      </Page>
    );
  }
  const isSignedHere = isOnlyHere && !stored.data?.allowed.edit;
  if (
    isSignedHere ||
    (serverDocument &&
      !ownBackup &&
      !serverDocument.allowed.edit &&
      (edits.length === 0 || !hasWaitingWrites))
  ) {
    // An accepted, paid or void document can't be edited: its page explains what happens to late edits.
    return <Navigate replace to={`${kindInfo.path}/${id}`} />;
  }
  const template = templates.data?.find((one) => one.id === templateId) ?? null;
  return (
    <LoadedEditor
      kind={kind}
      id={id}
      serverDocument={serverDocument}
      log={log}
      cached={{ edits, backup: ownBackup }}
      contactId={newDocumentState?.contactId ?? null}
      template={template}
      isTemplateMissing={templateId !== null && template === null}
      initialFields={newDocumentState?.initialFields}
      profiles={profiles.data}
      contacts={contacts.data ?? []}
      items={items.data ?? []}
    />
  );
}

function LoadedEditor({
  kind,
  id,
  serverDocument,
  log,
  cached,
  contactId,
  template,
  isTemplateMissing,
  initialFields,
  profiles,
  contacts,
  items,
}: {
  kind: DocumentKind;
  id: string;
  serverDocument: StoredDocument | null;
  log: UnsentEditLog;
  cached: CachedDraft;
  contactId: string | null;
  template: QuoteTemplate | null;
  /** The template that it should be made from doesn't exist. */
  isTemplateMissing: boolean;
  initialFields: Partial<DocumentDraft> | undefined;
  profiles: Profile[];
  contacts: Parameters<typeof EditorSession>[0]["contacts"];
  items: Parameters<typeof EditorSession>[0]["items"];
}) {
  const client = useQueryClient();
  const rules = useRules();
  // Decided once: from now on the editor owns the draft, whatever is refetched.
  const [{ saver, history }] = useState(() => {
    const defaults = { rules, kind, profiles, contactId, today: todayInLondon() };
    const createBlank = () =>
      template
        ? createDraftFromTemplate(template, defaults, newId)
        : { ...createDraft(rules, kind, profiles, contactId, defaults.today, newId()), ...initialFields };
    const merging = new DraftMerger(rules, kind, newId);
    const openedDraft = openDraft(merging, serverDocument, cached, createBlank);
    // A quote made from a template is saved at once, even if nothing is typed.
    const isFromTemplate = template !== null && openedDraft.base === null;
    const start = isFromTemplate ? { ...openedDraft, typed: true } : openedDraft;
    const ports = createSaverPorts(kind, id, { client, rules, log });
    const issued = serverDocument !== null && serverDocument.status !== "draft";
    const saver = new Autosaver(ports, merging, newId, start, issued);
    // Once it is in the log of the user who typed it, the shared copy can be removed.
    if (cached.backup)
      void saver.cacheEdits().then((isCached) => isCached && removeLegacyBackup(localStorage, kind, id));
    return { saver, history: new DraftHistory(merging) };
  });
  const isEmpty = serverDocument === null && cached.edits.length === 0;
  const [startsWithoutTemplate] = useState(isTemplateMissing && isEmpty);
  useEffect(() => {
    if (startsWithoutTemplate)
      toast({ title: "That template no longer exists", description: "This quote starts empty." });
  }, [startsWithoutTemplate]);
  const navigate = useNavigate();
  const { path } = KINDS[kind];
  useEffect(() => {
    const closeDiscarded = () => {
      toast({ title: "Discarded in another window" });
      navigate(path, { replace: true });
    };
    return registerOpenEditor(id, saver, closeDiscarded);
  }, [id, saver, path, navigate]);
  useEffect(() => reportConflicts({ sort: kind, id }, saver), [kind, id, saver]);
  const mayWrite = usePlan().subscription?.mayWrite;
  useEffect(() => {
    if (mayWrite && saver.snapshot().kind === "needsPlan") saver.sendNow();
  }, [mayWrite, saver]);
  return (
    <>
      <UnsavedLeaveGuard saver={saver} />
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
