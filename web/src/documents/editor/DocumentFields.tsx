import { memo, type ReactNode, useCallback } from "react";
import type { Contact } from "../../entities/contacts/contact";
import type { Item } from "../../entities/items/item";
import type { Profile } from "../../entities/profiles/profile";
import { poundsOf } from "../../ui/pence";
import { TextArea } from "../../ui/TextField";
import { useEcho } from "../../ui/useEcho";
import { AgreementFields } from "../cancelling/AgreementFields";
import { isOpen } from "../cancelling/mostPaid";
import { pricesOf, treatmentsOf } from "../cancelling/situation";
import type { KindWords } from "../kind";
import type { Customer } from "../types";
import { DescribeButton } from "./describing/DescribeButton";
import type { Draft, LineDraft } from "./draft/draft";
import { photosOf } from "./draft/photos";
import { chargesVat, vatInPrices, whyNotSaved, whyWithoutVat } from "./draft/pricesWithVat";
import type { Step } from "./history/history";
import { LinesSection } from "./lines/LinesSection";
import type { OpenLines } from "./lines/useOpenLines";
import { PartiesSection } from "./parties/PartiesSection";
import { PhotosSection } from "./photos/PhotosSection";
import { usePhotos } from "./photos/usePhotos";
import type { DraftEditor } from "./saving/useDraftEditor";
import { Extras, showsAmounts } from "./totals/Extras";
import type { Reckoning } from "./totals/useReckoning";
import { VatFields } from "./totals/VatFields";
import { PricesSwitch } from "./vat/PricesSwitch";
import { VatQuestions } from "./vat/VatQuestions";

interface Props {
  words: KindWords;
  editor: Pick<DraftEditor, "draft" | "around" | "typed" | "act" | "type" | "current" | "set" | "lift">;
  reckoning: Reckoning;
  openLines: OpenLines;
  takeBack: (step: Step) => void;
  contacts: Contact[];
  profiles: readonly Profile[];
  /** The name of whoever writes it. */
  ownName: string;
  items: Item[];
  profileTerms: string;
  onNewContact: (name: string) => void;
  saveToLibrary: (line: LineDraft) => void;
  contact: Customer | null;
  /** What is said of its e-invoice, where there is one. */
  einvoice?: ReactNode;
  /** Of what documents are made from: they have their own dates. */
  undated?: boolean;
}

/** A document's fields, as they read. Each part looks at its own: a key in one line leaves the others alone. */
export function DocumentFields(props: Props) {
  const { words, editor, reckoning, profileTerms } = props;
  const { draft, around, act, type, current, set, lift } = editor;
  const { good, errors, lineTotals, sectionTotals } = reckoning;
  const setAgreement = useCallback((agreement: Draft["agreement"]) => set({ agreement }), [set]);
  const photos = usePhotos({ photos: draft.photos, current, act, type, takeBack: props.takeBack });
  // What a customer decides on; what documents are made from has none of one customer's home.
  const hasPhotos = words.isDecided && !props.undated;
  const profile = props.profiles.find(({ id }) => id === draft.businessProfileId);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7 p-4 @xl:p-6">
      <PartiesSection
        words={words}
        draft={around}
        current={current}
        set={set}
        errors={errors}
        contacts={props.contacts}
        chosen={props.contact}
        profiles={props.profiles}
        ownName={props.ownName}
        onNewContact={props.onNewContact}
        undated={props.undated}
      />
      {props.einvoice}
      <div className="grid gap-1">
        <Written
          field="jobDescription"
          label="Job description"
          optional
          placeholder="What the job is, in a sentence or two"
          rows={3}
          value={draft.jobDescription}
          type={type}
          error={errors.get("jobDescription")}
        />
        <DescribeButton
          isEmpty={draft.jobDescription.trim() === ""}
          current={current}
          act={act}
          lift={lift}
          takeBack={props.takeBack}
        />
      </div>
      <LinesSection
        lines={draft.items}
        typed={editor.typed}
        current={current}
        act={act}
        type={type}
        undoStep={props.takeBack}
        openLines={props.openLines}
        errors={errors}
        amounts={lineTotals}
        items={props.items}
        canBeOptional={words.isDecided}
        hasCis={draft.cisRate !== null}
        vatInPrices={vatInPrices(draft)}
        choices={draft.choices}
        sections={draft.sections}
        sectionTotals={sectionTotals}
        priceDisplay={words.isDecided ? draft.priceDisplay : null}
        photos={hasPhotos ? draft.photos : null}
        photoDeeds={photos}
        saveToLibrary={props.saveToLibrary}
      />
      {hasPhotos && (
        <PhotosSection
          photos={photosOf(draft, null)}
          all={draft.photos}
          coming={photos.coming.get("") ?? 0}
          notice={photos.notices.get("")}
          deeds={photos.deeds}
          error={errors.get("photos")}
        />
      )}
      <Extras
        draft={around}
        totals={showsAmounts(draft) ? (good?.totals ?? null) : null}
        errors={errors}
        set={set}
        act={act}
        current={current}
        canOfferChoices={words.isDecided}
      />
      <div>
        <VatFields treatment={draft.vatTreatment} rate={draft.tax} set={set} error={errors.get("tax")} />
        <PricesSwitch
          kind={words.kind}
          isOn={draft.pricesIncludeVat}
          isOffered={chargesVat(draft)}
          isFixed={Boolean(draft.varies)}
          why={whyWithoutVat(draft)}
          problem={whyNotSaved(draft)}
          current={current}
          act={act}
        />
        <VatQuestions
          draft={around}
          current={current}
          act={act}
          contact={props.contacts.find(({ id }) => id === draft.contactId) ?? null}
          registered={Boolean(profile?.taxNumber)}
          business={profile?.name ?? props.ownName}
          profileId={profile?.id ?? null}
        />
      </div>
      {words.isDecided && !props.undated && (
        <AgreementFields
          agreement={draft.agreement}
          onAgreement={setAgreement}
          contact={props.contacts.find(({ id }) => id === draft.contactId) ?? null}
          profile={profile ?? null}
          total={poundsOf(good?.totals.of("totalAmount") ?? 0)}
          cisRate={draft.cisRate ?? ""}
          treatments={treatmentsOf(draft).join(" ")}
          prices={pricesOf(draft.items).join("\n")}
          open={isOpen(draft) ? draft : null}
        />
      )}
      <Written
        field="notes"
        label="Notes"
        optional
        rows={2}
        placeholder="Anything the customer should know"
        value={draft.notes}
        type={type}
        error={errors.get("notes")}
      />
      <Written
        field="terms"
        label="Terms & Conditions"
        optional
        rows={3}
        help="One paragraph per line. New documents start with your business profile’s."
        value={draft.terms ?? profileTerms}
        unless={profileTerms}
        type={type}
        error={errors.get("terms")}
      />
    </div>
  );
}

/** A text of the document's own. */
const Written = memo(function Written({
  field,
  value,
  unless,
  type,
  ...area
}: {
  field: "jobDescription" | "notes" | "terms";
  label: string;
  optional: true;
  placeholder?: string;
  help?: string;
  rows: number;
  value: string;
  /** A text that is not the document's own: typed, it leaves the field with none. */
  unless?: string;
  type: DraftEditor["type"];
  error: string | undefined;
}) {
  const [text, echo] = useEcho(value);
  return (
    <TextArea
      {...area}
      id={field}
      value={text}
      onChange={({ target }) => {
        echo(target.value);
        type({ type: "set", patch: { [field]: target.value === unless ? null : target.value } });
      }}
    />
  );
});
