import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, FilePlus2, LayoutTemplate, PencilLine, Trash2 } from "lucide-react";
import { type FormEvent, Suspense, useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import { usePlanGuard } from "../../entities/plans/usePlanGuard";
import {
  toTemplateCreation,
  useCreateTemplate,
  useDeleteTemplate,
  useUpdateTemplate,
} from "../../entities/quote-templates/mutations";
import { templatesQuery } from "../../entities/quote-templates/queries";
import {
  formatLineCount,
  type QuoteTemplate,
  searchTemplates,
  toTemplateInput,
} from "../../entities/quote-templates/quoteTemplate";
import { WaitingBadge } from "../../entities/waiting/WaitingBadge";
import { useSignalMark } from "../../offline/waiting/useNeedsSignal";
import { type Rules, useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { Dialog } from "../../ui/Dialog";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox, useSearchText } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NothingFound } from "../../ui/States";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";

/** The address at which a quote is created from a template. */
const buildNewQuotePath = ({ id }: QuoteTemplate) => `/quotes/create?template=${id}`;

/** The quote templates: pressing one creates a quote from it. */
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
        <QuoteTemplateList />
      </Suspense>
    </Page>
  );
}

function QuoteTemplateList() {
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
          {template.name} <WaitingBadge sort="quote_template" id={template.id} />
        </>
      ),
    },
    { id: "job", header: "Job", cell: ({ jobDescription }) => takeFirstLine(jobDescription) },
    { id: "lines", header: "Lines", width: "w-28", from: "lg", cell: formatLineCount },
    {
      id: "total",
      header: "Total",
      width: "w-36",
      align: "right",
      cell: (template) => <Money text={formatTemplateTotal(rules, template)} className="text-ink" />,
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
              to={buildNewQuotePath}
              rowActions={(template) => (
                <QuoteTemplateMenu template={template} onRename={() => setRenaming(template)} />
              )}
              card={(template) => ({
                title: template.name,
                amount: <Money text={formatTemplateTotal(rules, template)} />,
                note: formatLineCount(template),
                status: <WaitingBadge sort="quote_template" id={template.id} />,
                detail: takeFirstLine(template.jobDescription),
              })}
            />
          ) : (
            <NothingFound search={search} onClear={() => setSearch("")} />
          )
        ) : error && !isFetching ? (
          <ErrorState
            title="Your templates could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton />
        )}
      </Card>
      {renaming ? (
        <RenameTemplateDialog key={renaming.id} template={renaming} onClose={() => setRenaming(null)} />
      ) : null}
    </div>
  );
}

const takeFirstLine = (text: string) => text.trim().split("\n")[0] ?? "";

/**
 * The total of a quote from this template; empty for a template waiting on this device, whose total isn't
 * known yet.
 */
function formatTemplateTotal(rules: Rules, template: QuoteTemplate): string {
  return template.totalAmount === undefined ? "" : rules.gbp(template.totalAmount);
}

function QuoteTemplateMenu({ template, onRename }: { template: QuoteTemplate; onRename: () => void }) {
  const whenOnline = useSignalMark();
  const writing = usePlanGuard();
  const { mutate: removeTemplate } = useDeleteTemplate();
  const { mutate: create } = useCreateTemplate();
  const showError = (title: string) => (error: unknown) =>
    toast({ title, description: getErrorMessage(error), tone: "bad" });
  const restoreTemplate = () =>
    create(toTemplateCreation(template), { onError: showError(`${template.name} could not be restored`) });
  const deleteTemplate = () =>
    removeTemplate(template, {
      onSuccess: () =>
        toast({ title: `${template.name} was deleted`, action: { label: "Undo", onPress: restoreTemplate } }),
      onError: showError(`${template.name} wasn’t deleted`),
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
        { label: "New quote", icon: FilePlus2, to: buildNewQuotePath(template) },
        { label: "Rename", icon: PencilLine, onSelect: writing(onRename) },
        whenOnline({
          label: "Delete",
          icon: Trash2,
          danger: true,
          onSelect: writing(deleteTemplate),
          separated: true,
        }),
      ]}
    />
  );
}

export function RenameTemplateDialog({
  template,
  onClose,
}: {
  template: QuoteTemplate;
  onClose: () => void;
}) {
  const [name, setName] = useState(template.name);
  const update = useUpdateTemplate();
  const save = (event: FormEvent) => {
    event.preventDefault();
    update.mutate(
      { template, input: toTemplateInput(template, name) },
      {
        onSuccess: () => {
          toast({ title: `It’s now called ${name.trim()}`, tone: "good" });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Rename ${template.name}`}>
      <form noValidate onSubmit={save} className="grid gap-4">
        <TextField
          label="Name"
          value={name}
          maxLength={200}
          error={update.error ? getErrorMessage(update.error) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" block busy={update.isPending} busyLabel="Saving…">
          Save name
        </Button>
      </form>
    </Dialog>
  );
}
