import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, FilePlus2, LayoutTemplate, PencilLine, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import { errorMessage } from "../../api/errors";
import { WaitsMark } from "../../entities/here/WaitsMark";
import { useWriting } from "../../entities/plans/useWriting";
import { asItWas, useCreateTemplate, useDeleteTemplate } from "../../entities/quote-templates/mutations";
import { templatesQuery } from "../../entities/quote-templates/queries";
import { linesIn, type QuoteTemplate, searchTemplates } from "../../entities/quote-templates/template";
import { useNeedsSignal } from "../../offline/waiting/useNeedsSignal";
import { type Rules, useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NothingFound } from "../../ui/States";
import { toast } from "../../ui/toast";
import { useSearchText } from "../../ui/useSearchText";
import { RenameDialog } from "./RenameDialog";

/** Where a quote of a template is begun. */
const quoteOf = ({ id }: QuoteTemplate) => `/quotes/create?template=${id}`;

/** The quotes that a business writes again and again: pressing one begins a quote that says the same. */
export function QuoteTemplatesPage() {
  return (
    <Page>
      <title>Quote templates · Plumbline</title>
      <PageHeader
        title="Quote templates"
        subtitle="Choose one to start a quote with all its lines."
        back={{ to: "/quotes", label: "Quotes" }}
      />
      <Suspense
        fallback={
          <Card flush>
            <ListSkeleton />
          </Card>
        }
      >
        <Templates />
      </Suspense>
    </Page>
  );
}

function Templates() {
  const rules = useRules();
  const [search, setSearch] = useSearchText();
  const [renaming, setRenaming] = useState<QuoteTemplate | null>(null);
  const { data, error, isFetching, refetch } = useQuery(templatesQuery);
  if (data?.length === 0) {
    return (
      <Card flush>
        <EmptyState
          icon={LayoutTemplate}
          title="No templates yet"
          action={
            <Button asChild variant="primary">
              <Link to="/quotes">See your quotes</Link>
            </Button>
          }
        >
          Open a quote like the ones you often write, and choose ‘Save as template’ in its menu.
        </EmptyState>
      </Card>
    );
  }
  const found = searchTemplates(data ?? [], search);
  const columns: Column<QuoteTemplate>[] = [
    {
      id: "name",
      header: "Name",
      width: "w-[32%]",
      cell: (template) => (
        <>
          {template.name} <WaitsMark sort="quote_template" id={template.id} />
        </>
      ),
    },
    { id: "job", header: "Job", cell: ({ jobDescription }) => firstLine(jobDescription) },
    { id: "lines", header: "Lines", width: "w-28", from: "lg", cell: linesIn },
    {
      id: "total",
      header: "Total",
      width: "w-36",
      align: "right",
      cell: (template) => <Money text={totalOf(rules, template)} className="text-ink" />,
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex md:w-64">
        <SearchBox label="Search templates" value={search} onValueChange={setSearch} />
      </div>
      <Card flush>
        {data ? (
          found.length > 0 ? (
            <DataTable
              label="Quote templates"
              rows={found}
              rowKey={({ id }) => id}
              columns={columns}
              to={quoteOf}
              rowActions={(template) => (
                <TemplateMenu template={template} onRename={() => setRenaming(template)} />
              )}
              card={(template) => ({
                title: template.name,
                amount: <Money text={totalOf(rules, template)} />,
                note: linesIn(template),
                status: <WaitsMark sort="quote_template" id={template.id} />,
                detail: firstLine(template.jobDescription),
              })}
            />
          ) : (
            <NothingFound search={search} onClear={() => setSearch("")} />
          )
        ) : error && !isFetching ? (
          <ErrorState
            title="Your templates could not be loaded"
            message={errorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton />
        )}
      </Card>
      {renaming ? (
        <RenameDialog key={renaming.id} template={renaming} onClose={() => setRenaming(null)} />
      ) : null}
    </div>
  );
}

const firstLine = (text: string) => text.trim().split("\n")[0] ?? "";

/** What a quote of it comes to; of one that waits on this device nobody has said so yet. */
function totalOf(rules: Rules, template: QuoteTemplate): string {
  return template.totalAmount === undefined ? "" : rules.gbp(template.totalAmount);
}

function TemplateMenu({ template, onRename }: { template: QuoteTemplate; onRename: () => void }) {
  const byServer = useNeedsSignal();
  const writing = useWriting();
  const { mutate: del } = useDeleteTemplate();
  const { mutate: create } = useCreateTemplate();
  const failed = (title: string) => (error: unknown) =>
    toast({ title, description: errorMessage(error), tone: "bad" });
  const undo = () => create(asItWas(template), { onError: failed(`${template.name} could not be restored`) });
  const away = () =>
    del(template, {
      onSuccess: () =>
        toast({ title: `${template.name} was deleted`, action: { label: "Undo", onPress: undo } }),
      onError: failed(`${template.name} wasn’t deleted`),
    });
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`Actions for ${template.name}`}
          icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} className="text-quiet" />}
        />
      }
      items={[
        { label: "New quote", icon: FilePlus2, to: quoteOf(template) },
        { label: "Rename", icon: PencilLine, onSelect: writing(onRename) },
        byServer({ label: "Delete", icon: Trash2, danger: true, onSelect: writing(away), separated: true }),
      ]}
    />
  );
}
