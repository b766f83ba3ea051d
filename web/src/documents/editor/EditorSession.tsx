import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/requests";
import { meQuery } from "../../entities/accounts/queries";
import type { Contact } from "../../entities/contacts/contact";
import { NewContactDialog } from "../../entities/contacts/NewContactDialog";
import type { Item } from "../../entities/items/item";
import { useCreateItem } from "../../entities/items/mutations";
import { usePlanGuard } from "../../entities/plans/usePlanGuard";
import type { Profile } from "../../entities/profiles/profile";
import { readAddedProfileId } from "../../entities/profiles/profileReturn";
import { connection } from "../../offline/connection";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { deviceName } from "../../ui/device";
import { useStableCallback } from "../../ui/hooks";
import { toast } from "../../ui/toast";
import { getKindInfo } from "../kind";
import { queueShare } from "../offline/documentMutations";
import { documentQueries } from "../queries";
import {
  findLocalVatFindings,
  findSendRefusal,
  findSendWarnings,
  type SendCheckInput,
  type SendCheckLine,
} from "../sendChecks";
import { useHasBusiness } from "../sending/queries";
import { SendDialog } from "../sending/SendDialog";
import type { DocumentCustomer } from "../types";
import { useWillBeSent } from "../unsent/useSyncState";
import { DocumentEditor } from "./DocumentEditor";
import { getProfileTerms, switchProfile } from "./draft/createDraft";
import { type DocumentDraft, isBlankLine, type LineDraft } from "./draft/draft";
import { getIncludedVatRate } from "./draft/pricesWithVat";
import type { DraftHistory } from "./history/draftHistory";
import { createItemFromLine } from "./lines/itemSearch";
import { resolveContact } from "./parties/ContactPicker";
import type { Autosaver } from "./saving/autosaver";
import { ConflictDialog } from "./saving/ConflictDialog";
import { useDraftEditor, useRemoteChanges } from "./saving/useDraftEditor";
import { useDraftCalculation } from "./totals/useDraftCalculation";

/** An open editor with its dialogs: new contact, sending and conflicts. */
export function EditorSession({
  kind,
  id,
  saver,
  history,
  profiles,
  contacts,
  items,
}: {
  kind: DocumentKind;
  id: string;
  saver: Autosaver;
  history: DraftHistory;
  profiles: Profile[];
  contacts: Contact[];
  items: Item[];
}) {
  const navigate = useNavigate();
  const { data: user } = useQuery(meQuery);
  const editor = useDraftEditor(saver, history);
  const { draft, dispatch, getDraft, saveState } = editor;
  const kindInfo = getKindInfo({ kind, variationOf: draft.varies });
  // The saver keeps it up to date.
  const stored = useQuery({ ...documentQueries.one(kind, id), enabled: false }).data ?? null;
  useRemoteChanges(kind, id, saver);
  const [newContact, setNewContact] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [isPostponed, setPostponed] = useState(false);
  const { mutate: createItem } = useCreateItem();
  const rules = useRules();

  const saveToLibrary = useCallback(
    (line: LineDraft) =>
      createItem(
        { id: newId(), input: createItemFromLine(line, getIncludedVatRate(getDraft()), rules) },
        {
          onSuccess: (item) => toast({ title: `${item.name} saved to your items`, tone: "good" }),
          onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
        },
      ),
    [createItem, getDraft, rules],
  );
  const isIssued = stored !== null && stored.status !== "draft";
  const { state } = useLocation();
  const addedProfile = profiles.find(({ id }) => id === readAddedProfileId(state));
  useEffect(() => {
    // The business was missing and has been added from here; if another one was chosen meanwhile, that one
    // stays.
    if (!addedProfile || isIssued || getDraft().businessProfileId !== null) return;
    dispatch({ type: "set", patch: switchProfile(rules, kind, getDraft(), null, addedProfile).patch });
  }, [addedProfile, isIssued, getDraft, dispatch, rules, kind]);
  const hasBusiness = useHasBusiness(draft.businessProfileId !== null || isIssued);
  const refusal = findSendRefusal(
    kindInfo,
    draft,
    {
      contactId: draft.contactId,
      businessProfileId: draft.businessProfileId,
      hasBusiness,
      number: stored?.[kindInfo.numberField],
    },
    rules,
  );
  const openSend = () => {
    // Even if nothing was typed, as in a quote started from its customer: the server sends only what it has.
    if (stored === null && refusal === null) saver.updateDraft({ ...getDraft() });
    setSending(true);
  };
  const shareUpdate = async () => {
    if (await saver.flush()) {
      toast({
        title: `${kindInfo.Name} updated`,
        description: "Your customer sees it at the same link.",
        tone: "good",
      });
      navigate(`${kindInfo.path}/${id}`);
    } else if (stored && user && saver.snapshot().kind === "unsent" && (await saver.cacheEdits())) {
      await queueShare(user.id, kind, stored);
      toast({ title: "Will be updated", description: "Your customer sees it as soon as there is signal." });
      navigate(`${kindInfo.path}/${id}`);
    } else {
      toast({
        title: `The ${kindInfo.name} could not be updated yet`,
        description:
          saver.snapshot().kind === "needsPlan"
            ? `It’s saved on this ${deviceName()} until you have a plan.`
            : "Everything you typed is saved.",
        tone: "bad",
      });
    }
  };
  // It will be sent as it is on this device, with no further action.
  const willBeSent = useWillBeSent(kind, id) && !isIssued;
  const leaveEditor = async () => {
    if ((await saver.flush()) || (await cacheForLater(saver))) navigate(`${kindInfo.path}/${id}`);
  };
  const guardWriting = usePlanGuard();
  const onSend = useStableCallback(
    guardWriting(() => void (isIssued ? shareUpdate() : willBeSent ? leaveEditor() : openSend())),
  );
  const onConflict = useCallback(() => setPostponed(false), []);
  const contact = resolveContact(contacts, draft.contactId, stored);
  const profile = profiles.find((one) => one.id === draft.businessProfileId) ?? null;
  // A document without a business profile is from the user.
  const owner = draft.businessProfileId === null && user ? user : null;
  const calculation = useDraftCalculation(kind, editor, stored);
  const documentContext = useMemo(
    () => ({ kind, stored, contact, profile, owner }),
    [kind, stored, contact, profile, owner],
  );

  return (
    <>
      <DocumentEditor
        kind={kind}
        editor={editor}
        calculation={calculation}
        documentContext={documentContext}
        contacts={contacts}
        profiles={profiles}
        ownName={user?.name ?? ""}
        items={items}
        profileTerms={getProfileTerms(kind, profile)}
        onNewContact={setNewContact}
        onSend={onSend}
        sendLabel={isIssued ? `Update ${kindInfo.name}` : willBeSent ? "Done" : `Send ${kindInfo.name}`}
        note={willBeSent ? `It will be sent like this once there is signal.` : null}
        onResolveConflict={onConflict}
        saveToLibrary={saveToLibrary}
      />
      <NewContactDialog
        name={newContact}
        onClose={() => setNewContact(null)}
        onSaved={(contact) => {
          dispatch({ type: "set", patch: { contactId: contact.id } });
          setNewContact(null);
        }}
      />
      <SendDialog
        kindInfo={kindInfo}
        document={{
          id,
          kind,
          contact,
          number: stored?.[kindInfo.numberField] ?? null,
          contactId: draft.contactId,
          businessProfileId: draft.businessProfileId,
        }}
        warnings={
          sending && calculation.totals
            ? findSendWarnings(
                kindInfo,
                numberLines(draft),
                calculation.totals.sums,
                getSentDetails(draft, contact, profile),
                rules,
              )
            : []
        }
        localVatFindings={
          sending && calculation.totals
            ? findLocalVatFindings(kindInfo, calculation.totals.sums, { business: profile }, rules)
            : []
        }
        refusal={refusal}
        open={sending}
        onOpenChange={(open) => {
          setSending(open);
          if (!open && stored?.publicUrl && stored.status !== "draft") navigate(`${kindInfo.path}/${id}`);
        }}
        beforeSend={async () => (await saver.flush()) || cacheForLater(saver)}
        onSent={(sent) => saver.adoptStored(sent)}
        onQueued={() => navigate(`${kindInfo.path}/${id}`)}
      />
      {saveState.kind === "conflict" && (
        <ConflictDialog
          kind={kind}
          draft={draft}
          stored={saveState.stored}
          conflicts={saveState.conflicts}
          names={{ contacts, profiles }}
          open={!isPostponed}
          onLater={() => setPostponed(true)}
          onChosen={(keepTheirs) => {
            setPostponed(false);
            saver.resolveConflict(keepTheirs);
          }}
        />
      )}
    </>
  );
}

/** Offline, stores the edits on this device, so that they are sent before the following action. */
async function cacheForLater(saver: Autosaver): Promise<boolean> {
  return saver.snapshot().kind === "unsent" && connection.isDown() && (await saver.cacheEdits());
}

function getSentDetails(
  draft: DocumentDraft,
  customer: DocumentCustomer | null,
  business: Profile | null,
): SendCheckInput {
  return { business, customer, issueDate: draft.issueDate, endDate: draft.endDate, today: todayInLondon() };
}

/** The non-blank lines with the numbers that the editor displays. */
function numberLines(draft: DocumentDraft): SendCheckLine[] {
  const lines = draft.items.map((line, at) => ({ ...line, position: at + 1 }));
  return lines.filter((line) => !isBlankLine(line));
}
