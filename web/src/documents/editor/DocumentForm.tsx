import { memo, type ReactNode, useCallback } from "react";
import type { Contact } from "../../entities/contacts/contact";
import type { Item } from "../../entities/items/item";
import type { Profile } from "../../entities/profiles/profile";
import { formatPence } from "../../ui/amounts";
import { useEchoedText } from "../../ui/hooks";
import { TextArea } from "../../ui/TextField";
import { AgreementFields, hasOpenTotal } from "../cancellation/AgreementFields";
import { listPrices, listTreatments } from "../cancellation/agreedJob";
import type { KindInfo } from "../kind";
import type { DocumentCustomer } from "../types";
import { DescribeButton } from "./describe/DescribeButton";
import type { DocumentDraft, LineDraft } from "./draft/draft";
import { selectPhotos } from "./draft/photos";
import {
  getIncludedVatRate,
  getReasonPricesExcludeVat,
  getVatPriceProblem,
  hasChargedVat,
} from "./draft/pricesWithVat";
import type { HistoryStep } from "./history/draftHistory";
import { LinesSection } from "./lines/LinesSection";
import type { OpenLines } from "./lines/useOpenLines";
import { PartiesSection } from "./parties/PartiesSection";
import { PhotosSection } from "./photos/PhotosSection";
import { usePhotos } from "./photos/usePhotos";
import type { DraftEditor } from "./saving/useDraftEditor";
import { DocumentExtras, hasExtraAmounts } from "./totals/DocumentExtras";
import type { DraftCalculation } from "./totals/useDraftCalculation";
import { PricesIncludeVatSwitch, VatFields } from "./vat/VatFields";
import { VatQuestions } from "./vat/VatQuestions";

interface DocumentFormProps {
  kindInfo: KindInfo;
  editor: Pick<
    DraftEditor,
    | "draft"
    | "headerDraft"
    | "typedValues"
    | "dispatch"
    | "dispatchTyping"
    | "getDraft"
    | "setFields"
    | "endTyping"
  >;
  calculation: DraftCalculation;
  openLines: OpenLines;
  undoStep: (step: HistoryStep) => void;
  contacts: Contact[];
  profiles: readonly Profile[];
  /** The name of the user. */
  ownName: string;
  items: Item[];
  profileTerms: string;
  onNewContact: (name: string) => void;
  saveToLibrary: (line: LineDraft) => void;
  contact: DocumentCustomer | null;
  /** The check of the document's e-invoice, if it has one. */
  einvoice?: ReactNode;
  /** For templates and recurring invoices, whose documents get their own dates. */
  undated?: boolean;
}

/**
 * The fields of a document, in its order. Each part uses only its own data, so that typing in one line
 * doesn't render the others.
 */
export function DocumentForm(props: DocumentFormProps) {
  const { kindInfo, editor, calculation, profileTerms } = props;
  const { draft, headerDraft, dispatch, dispatchTyping, getDraft, setFields, endTyping } = editor;
  const { lastValid, errors, lineTotals, sectionTotals } = calculation;
  const setAgreement = useCallback(
    (agreement: DocumentDraft["agreement"]) => setFields({ agreement }),
    [setFields],
  );
  const photos = usePhotos({
    photos: draft.photos,
    getDraft,
    dispatch,
    dispatchTyping,
    undoStep: props.undoStep,
  });
  // Only quotes can have photos; templates can't, because photos show one customer's home.
  const canHavePhotos = kindInfo.isAcceptable && !props.undated;
  const profile = props.profiles.find(({ id }) => id === draft.businessProfileId);
  return (
    <div className="grid gap-7 p-4 @xl:p-6">
      <PartiesSection
        kindInfo={kindInfo}
        draft={headerDraft}
        getDraft={getDraft}
        setFields={setFields}
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
        <DocumentTextField
          field="jobDescription"
          label="Job description"
          optional
          placeholder="What the job is, in a sentence or two"
          rows={3}
          value={draft.jobDescription}
          dispatchTyping={dispatchTyping}
          error={errors.get("jobDescription")}
        />
        <DescribeButton
          isEmpty={draft.jobDescription.trim() === ""}
          getDraft={getDraft}
          dispatch={dispatch}
          endTyping={endTyping}
          undoStep={props.undoStep}
        />
      </div>
      <LinesSection
        lines={draft.items}
        typedValues={editor.typedValues}
        getDraft={getDraft}
        dispatch={dispatch}
        dispatchTyping={dispatchTyping}
        undoStep={props.undoStep}
        openLines={props.openLines}
        errors={errors}
        amounts={lineTotals}
        items={props.items}
        canBeOptional={kindInfo.isAcceptable}
        hasCis={draft.cisRate !== null}
        includedVatRate={getIncludedVatRate(draft)}
        choices={draft.choices}
        sections={draft.sections}
        sectionTotals={sectionTotals}
        priceDisplay={kindInfo.isAcceptable ? draft.priceDisplay : null}
        photos={canHavePhotos ? draft.photos : null}
        photosState={photos}
        saveToLibrary={props.saveToLibrary}
      />
      {canHavePhotos && (
        <PhotosSection
          photos={selectPhotos(draft, null)}
          allPhotos={draft.photos}
          pendingCount={photos.pendingCounts.get("") ?? 0}
          notice={photos.notices.get("")}
          actions={photos.actions}
          error={errors.get("photos")}
        />
      )}
      <DocumentExtras
        draft={headerDraft}
        totals={hasExtraAmounts(draft) ? (lastValid?.totals ?? null) : null}
        errors={errors}
        setFields={setFields}
        dispatch={dispatch}
        getDraft={getDraft}
        canOfferChoices={kindInfo.isAcceptable}
      />
      <div>
        <VatFields
          treatment={draft.vatTreatment}
          rate={draft.tax}
          setFields={setFields}
          error={errors.get("tax")}
        />
        <PricesIncludeVatSwitch
          kind={kindInfo.kind}
          isOn={draft.pricesIncludeVat}
          isOffered={hasChargedVat(draft)}
          isFixed={Boolean(draft.varies)}
          reason={getReasonPricesExcludeVat(draft)}
          problem={getVatPriceProblem(draft)}
          getDraft={getDraft}
          dispatch={dispatch}
        />
        <VatQuestions
          draft={headerDraft}
          getDraft={getDraft}
          dispatch={dispatch}
          contact={props.contacts.find(({ id }) => id === draft.contactId) ?? null}
          registered={Boolean(profile?.taxNumber)}
          business={profile?.name ?? props.ownName}
          profileId={profile?.id ?? null}
        />
      </div>
      {kindInfo.isAcceptable && !props.undated && (
        <AgreementFields
          agreement={draft.agreement}
          onAgreementChange={setAgreement}
          contact={props.contacts.find(({ id }) => id === draft.contactId) ?? null}
          profile={profile ?? null}
          total={formatPence(lastValid?.totals.get("totalAmount") ?? 0)}
          cisRate={draft.cisRate ?? ""}
          treatments={listTreatments(draft).join(" ")}
          prices={listPrices(draft.items).join("\n")}
          openDraft={hasOpenTotal(draft) ? draft : null}
        />
      )}
      <DocumentTextField
        field="notes"
        label="Notes"
        optional
        rows={2}
        placeholder="Anything the customer should know"
        value={draft.notes}
        dispatchTyping={dispatchTyping}
        error={errors.get("notes")}
      />
      <DocumentTextField
        field="terms"
        label="Terms & Conditions"
        optional
        rows={3}
        help="One paragraph per line. New documents start with your business profile’s."
        value={draft.terms ?? profileTerms}
        inheritedText={profileTerms}
        dispatchTyping={dispatchTyping}
        error={errors.get("terms")}
      />
    </div>
  );
}

/** One of the document's texts. */
const DocumentTextField = memo(function DocumentTextField({
  field,
  value,
  inheritedText,
  dispatchTyping,
  ...area
}: {
  field: "jobDescription" | "notes" | "terms";
  label: string;
  optional: true;
  placeholder?: string;
  help?: string;
  rows: number;
  value: string;
  /** The text that applies if the document has no text of its own; typing exactly this removes its own. */
  inheritedText?: string;
  dispatchTyping: DraftEditor["dispatchTyping"];
  error: string | undefined;
}) {
  const [text, echo] = useEchoedText(value);
  return (
    <TextArea
      {...area}
      id={field}
      value={text}
      onChange={({ target }) => {
        echo(target.value);
        dispatchTyping({
          type: "set",
          patch: { [field]: target.value === inheritedText ? null : target.value },
        });
      }}
    />
  );
});
