import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { errorMessage } from "../../api/errors";
import type { DataImport } from "../../api/generated/DataImport";
import { ColumnsCard } from "../../entities/imports/ColumnsCard";
import { profilesQuery } from "../../entities/profiles/queries";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Checkbox } from "../../ui/Checkbox";
import { ActionBar, Page, PageHeader } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { CurrencyChoice } from "./CurrencyChoice";
import { DatesChoice } from "./DatesChoice";
import { Findings } from "./Findings";
import { type Bringing, type Brought, useBring, useLook } from "./mutations";
import { ProgramChoice } from "./ProgramChoice";
import { PROGRAMS, type Program } from "./programs";
import { countOf, listed } from "./words";

/** Import from another program: choose its files, see what will happen, let it happen. */
export function ArrivingPage() {
  const { data: profiles } = useQuery(profilesQuery);
  const [program, setProgram] = useState<Program>(PROGRAMS[0] as Program);
  const [files, setFiles] = useState<File[]>([]);
  const [differing, setDiffering] = useState<Bringing["differing"]>("keep");
  const [currency, setCurrency] = useState<Bringing["currency"]>("");
  const [dates, setDates] = useState<Bringing["dates"]>("");
  const [columns, setColumns] = useState<Bringing["columns"]>({});
  const [chosenProfile, setProfile] = useState<string>();
  // Stays while the files are read once more, so that nobody loses their place.
  const [found, setFound] = useState<DataImport | null>(null);
  const profile = chosenProfile ?? profiles?.[0]?.id ?? "";
  const look = useLook();
  const bring = useBring();
  const asked: Bringing = { source: program.source, files, differing, currency, dates, columns, profile };
  const lookAt = (change: Partial<Bringing>) => {
    bring.reset();
    look.mutate({ ...asked, ...change }, { onSuccess: setFound });
  };
  /** Other files are other tables and amounts: what was said of the ones before is not said of them. */
  const start = (chosen: File[]) => {
    setFiles(chosen);
    setFound(null);
    setCurrency("");
    setDates("");
    setColumns({});
  };
  const error = bring.error ?? look.error;
  const shown = bring.data || look.error ? null : found;
  const isCurrencyOpen = shown !== null && shown.otherCurrency !== null && currency === "";
  const isOpen = isCurrencyOpen || (shown !== null && shown.eitherDates !== null && dates === "");
  return (
    <Page>
      <title>Import from another program · Plumbline</title>
      <PageHeader title="Import from another program" back={{ to: "/settings", label: "Settings" }} />
      <div className="flex flex-col gap-4">
        {error ? (
          <Banner tone="red" live>
            {errorMessage(error)}
          </Banner>
        ) : null}
        {bring.data ? (
          <Done brought={bring.data} />
        ) : (
          <ProgramChoice
            program={program}
            files={files}
            busy={look.isPending}
            onProgram={(next) => {
              setProgram(next);
              start([]);
              look.reset();
              bring.reset();
            }}
            onFiles={(chosen) => {
              start(chosen);
              lookAt({ files: chosen, currency: "", dates: "", columns: {} });
            }}
          />
        )}
        {shown?.otherCurrency ? (
          <CurrencyChoice
            says={shown.otherCurrency}
            currency={currency}
            onCurrency={(next) => {
              setCurrency(next);
              lookAt({ currency: next });
            }}
          />
        ) : null}
        {shown?.eitherDates ? (
          <DatesChoice
            says={shown.eitherDates}
            dates={dates}
            onDates={(next) => {
              setDates(next);
              lookAt({ dates: next });
            }}
          />
        ) : null}
        {shown && !(isOpen && newIn(shown) === 0) ? (
          <Choices
            found={shown}
            program={program}
            differing={differing}
            profile={profile}
            profiles={(profiles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onDiffering={(next) => {
              setDiffering(next);
              lookAt({ differing: next });
            }}
            onProfile={(next) => {
              setProfile(next);
              lookAt({ profile: next });
            }}
          />
        ) : null}
        {shown?.tables.map((table) => (
          <ColumnsCard
            key={table.headings}
            label={`How we read ${table.files.join(", ")}`}
            columns={table.columns}
            choices={table.choices}
            asks={
              table.asks
                ? `We don’t recognise ${table.files.join(", ")}. Choose what its columns are, or it won’t be imported.`
                : null
            }
            isChanged={table.headings in columns}
            onChange={(reads) => {
              const next = { ...columns, [table.headings]: reads };
              setColumns(next);
              lookAt({ columns: next });
            }}
          />
        ))}
        {bring.data ? <Findings key="done" arrival={bring.data.last} /> : null}
        {shown ? <Findings key="found" arrival={shown} /> : null}
      </div>
      {shown && !isOpen && newIn(shown) > 0 ? (
        <ActionBar>
          <Button
            variant="primary"
            busy={bring.isPending || look.isPending}
            busyLabel={bring.isPending ? progress(bring.done, shown) : "Reading…"}
            onClick={() => bring.mutate(asked)}
          >
            {bring.error ? "Carry on" : "Import everything"}
          </Button>
        </ActionBar>
      ) : null}
    </Page>
  );
}

function progress(done: number, { documents }: DataImport): string {
  const all = documents.quotes + documents.invoices;
  return all > 0 ? `${done} of ${countOf(all, "document")}…` : "Importing…";
}

/** How much of it the account has not. */
function newIn({ customers, items, documents }: DataImport): number {
  const changes = customers.new + customers.updated + items.new + items.updated;
  return changes + documents.quotes + documents.invoices;
}

/** What will happen, in a sentence, and what of it is the person's to say. */
function Choices({
  found,
  program,
  differing,
  profile,
  profiles,
  onDiffering,
  onProfile,
}: {
  found: DataImport;
  program: Program;
  differing: Bringing["differing"];
  profile: string;
  profiles: { value: string; label: string }[];
  onDiffering: (differing: Bringing["differing"]) => void;
  onProfile: (profile: string) => void;
}) {
  const { customers, items, documents } = found;
  const parts: [number, string][] = [
    [customers.new + customers.updated, "customer"],
    [items.new + items.updated, "item"],
    [documents.quotes, "quote"],
    [documents.invoices, "invoice"],
  ];
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <p className="font-semibold">{`This imports ${listed(parts)}.`}</p>
        {documents.same > 0 ? (
          <p className="text-quiet">{`${countOf(documents.same, "document")} ${documents.same === 1 ? "was" : "were"} imported before and won’t change.`}</p>
        ) : null}
      </div>
      {documents.differing > 0 ? (
        <Checkbox
          label={`Import the ${countOf(documents.differing, "document")} whose total is different here`}
          help={`Each gets a line with the difference, so that it matches what your customer was charged in ${program.called}.`}
          checked={differing === "keep"}
          onCheckedChange={(keep) => onDiffering(keep ? "keep" : "leave")}
        />
      ) : null}
      {profiles.length > 1 ? (
        <SelectField
          label="Which business are they from?"
          className="max-w-sm"
          value={profile}
          options={profiles}
          onChange={(event) => onProfile(event.target.value)}
        />
      ) : null}
    </Card>
  );
}

/** What came over, and where it is. */
function Done({ brought }: { brought: Brought }) {
  const { customers, items, quotes, invoices } = brought;
  const parts: [number, string][] = [
    [customers, "customer"],
    [items, "item"],
    [quotes, "quote"],
    [invoices, "invoice"],
  ];
  return (
    <Banner
      tone="green"
      live
      title="Import finished"
      action={
        <Button asChild>
          <Link to={invoices > 0 ? "/invoices" : "/contacts"}>
            {invoices > 0 ? "See invoices" : "See contacts"}
          </Link>
        </Button>
      }
    >
      {`Imported: ${listed(parts)}.`}
    </Banner>
  );
}
