import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { errorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/ids";
import { meQuery } from "../../entities/accounts/queries";
import { ContactForm } from "../../entities/contacts/ContactForm";
import type { Contact } from "../../entities/contacts/contact";
import type { Item } from "../../entities/items/item";
import { useCreateItem } from "../../entities/items/mutations";
import { useWriting } from "../../entities/plans/useWriting";
import { addedBusiness } from "../../entities/profiles/adding";
import type { Profile } from "../../entities/profiles/profile";
import { connection } from "../../offline/connection";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { deviceName } from "../../ui/device";
import { toast } from "../../ui/toast";
import { useStable } from "../../ui/useStable";
import { concerns, refusal, type Sent, type SentLine, vatFindings } from "../concerns";
import { useWillBeSent } from "../here/useHere";
import { wordsOf } from "../kind";
import { shareLater } from "../offline/share";
import { documentQueries } from "../queries";
import { SendDialog } from "../sending/SendDialog";
import { useHasBusiness } from "../sending/useHasBusiness";
import type { Customer } from "../types";
import { DocumentEditor } from "./DocumentEditor";
import { type Draft, isBlank, type LineDraft } from "./draft/draft";
import { asSentBy, termsOf } from "./draft/newDraft";
import { vatInPrices } from "./draft/pricesWithVat";
import type { History } from "./history/history";
import { itemFromLine } from "./lines/itemSearch";
import { chosenContact } from "./parties/chosenContact";
import type { Autosaver } from "./saving/autosave";
import { ConflictDialog } from "./saving/ConflictDialog";
import { useDraftEditor } from "./saving/useDraftEditor";
import { useFollowing } from "./saving/useFollowing";
import { useReckoning } from "./totals/useReckoning";

/** An open editor with its dialogs: the new contact, sending, and two people at one document. */
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
  history: History;
  profiles: Profile[];
  contacts: Contact[];
  items: Item[];
}) {
  const navigate = useNavigate();
  const { data: user } = useQuery(meQuery);
  const editor = useDraftEditor(saver, history);
  const { draft, act, current, save } = editor;
  const words = wordsOf({ kind, variationOf: draft.varies });
  // Kept fresh by the saver itself.
  const stored = useQuery({ ...documentQueries.one(kind, id), enabled: false }).data ?? null;
  useFollowing(kind, id, saver);
  const [newContact, setNewContact] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [postponed, setPostponed] = useState(false);
  const { mutate: createItem } = useCreateItem();
  const rules = useRules();

  const saveToLibrary = useCallback(
    (line: LineDraft) =>
      createItem(
        { id: newId(), input: itemFromLine(line, vatInPrices(current()), rules) },
        {
          onSuccess: (item) => toast({ title: `${item.name} saved to your items`, tone: "good" }),
          onError: (error) => toast({ title: errorMessage(error), tone: "bad" }),
        },
      ),
    [createItem, current, rules],
  );
  const issued = stored !== null && stored.status !== "draft";
  const { state } = useLocation();
  const added = profiles.find(({ id }) => id === addedBusiness(state));
  useEffect(() => {
    // It was missing when it was added from here; what was chosen since stays.
    if (!added || issued || current().businessProfileId !== null) return;
    act({ type: "set", patch: asSentBy(rules, kind, current(), null, added).patch });
  }, [added, issued, current, act, rules, kind]);
  const hasBusiness = useHasBusiness(draft.businessProfileId !== null || issued);
  const openSend = () => {
    if (stored === null) saver.change(current());
    setSending(true);
  };
  const update = async () => {
    if (await saver.flush()) {
      toast({
        title: `${words.Name} updated`,
        description: "Your customer sees it at the same link.",
        tone: "good",
      });
      navigate(`${words.path}/${id}`);
    } else if (stored && user && saver.snapshot().kind === "unsent" && (await saver.keep())) {
      await shareLater(user.id, kind, stored);
      toast({ title: "Will be updated", description: "Your customer sees it as soon as there is signal." });
      navigate(`${words.path}/${id}`);
    } else {
      toast({
        title: `The ${words.name} could not be updated yet`,
        description:
          saver.snapshot().kind === "needsPlan"
            ? `It’s saved on this ${deviceName()} until you have a plan.`
            : "Everything you typed is saved.",
        tone: "bad",
      });
    }
  };
  // It goes out as it is here: nothing more is to be done for that.
  const willBeSent = useWillBeSent(kind, id) && !issued;
  const goBack = async () => {
    if ((await saver.flush()) || (await keptForLater(saver))) navigate(`${words.path}/${id}`);
  };
  const writing = useWriting();
  const onSend = useStable(writing(() => void (issued ? update() : willBeSent ? goBack() : openSend())));
  const onConflict = useCallback(() => setPostponed(false), []);
  const contact = chosenContact(contacts, draft.contactId, stored);
  const profile = profiles.find((one) => one.id === draft.businessProfileId) ?? null;
  // Without a business it is from whoever writes it.
  const owner = draft.businessProfileId === null && user ? user : null;
  const reckoning = useReckoning(kind, editor, stored);
  const sheet = useMemo(
    () => ({ kind, stored, contact, profile, owner }),
    [kind, stored, contact, profile, owner],
  );

  return (
    <>
      <DocumentEditor
        kind={kind}
        editor={editor}
        reckoning={reckoning}
        sheet={sheet}
        contacts={contacts}
        profiles={profiles}
        ownName={user?.name ?? ""}
        items={items}
        profileTerms={termsOf(kind, profile)}
        onNewContact={setNewContact}
        onSend={onSend}
        sendLabel={issued ? `Update ${words.name}` : willBeSent ? "Done" : `Send ${words.name}`}
        note={willBeSent ? `It will be sent like this once there is signal.` : null}
        onConflict={onConflict}
        saveToLibrary={saveToLibrary}
      />
      <Dialog
        open={newContact !== null}
        onOpenChange={(open) => !open && setNewContact(null)}
        title="New customer"
        wide
      >
        <ContactForm
          initialName={newContact ?? ""}
          onSaved={(made) => {
            act({ type: "set", patch: { contactId: made.id } });
            setNewContact(null);
          }}
          actions={({ busy }) => (
            <Button type="submit" variant="primary" block busy={busy} busyLabel="Saving…">
              Save customer
            </Button>
          )}
        />
      </Dialog>
      <SendDialog
        words={words}
        document={{
          id,
          kind,
          contact,
          number: stored?.[words.numberField] ?? null,
          contactId: draft.contactId,
          businessProfileId: draft.businessProfileId,
        }}
        concerns={
          sending && reckoning.totals
            ? concerns(
                words,
                numbered(draft),
                reckoning.totals.sums,
                whatIsSent(draft, contact, profile),
                rules,
              )
            : []
        }
        unjudged={
          sending && reckoning.totals
            ? vatFindings(words, reckoning.totals.sums, { business: profile }, rules)
            : []
        }
        refusal={refusal(
          words,
          draft,
          {
            contactId: draft.contactId,
            businessProfileId: draft.businessProfileId,
            hasBusiness,
            number: stored?.[words.numberField],
          },
          rules,
        )}
        open={sending}
        onOpenChange={(open) => {
          setSending(open);
          if (!open && stored?.publicUrl && stored.status !== "draft") navigate(`${words.path}/${id}`);
        }}
        beforeSend={async () => (await saver.flush()) || keptForLater(saver)}
        onSent={(sent) => saver.adopt(sent)}
        onWaits={() => navigate(`${words.path}/${id}`)}
      />
      {save.kind === "conflict" && (
        <ConflictDialog
          kind={kind}
          draft={draft}
          stored={save.stored}
          conflicts={save.conflicts}
          names={{ contacts, profiles }}
          open={!postponed}
          onLater={() => setPostponed(true)}
          onChosen={(stay) => {
            setPostponed(false);
            saver.choose(stay);
          }}
        />
      )}
    </>
  );
}

/** Without signal what was typed is on this device, and goes out before what is done with it. */
async function keptForLater(saver: Autosaver): Promise<boolean> {
  return saver.snapshot().kind === "unsent" && connection.isDown() && (await saver.keep());
}

function whatIsSent(draft: Draft, customer: Customer | null, business: Profile | null): Sent {
  return { business, customer, issueDate: draft.issueDate, endDate: draft.endDate, today: todayInLondon() };
}

/** The written lines under the numbers that the editor shows them by. */
function numbered(draft: Draft): SentLine[] {
  const lines = draft.items.map((line, at) => ({ ...line, position: at + 1 }));
  return lines.filter((line) => !isBlank(line));
}
