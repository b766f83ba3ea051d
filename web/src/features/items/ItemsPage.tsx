import { useQuery } from "@tanstack/react-query";
import { MoreHorizontal, Package, Pencil, Plus, Trash2 } from "lucide-react";
import { Suspense } from "react";
import { Link } from "react-router";
import { errorMessage } from "../../api/errors";
import { type Item, searchItems } from "../../entities/items/item";
import { useCreateItem, useDeleteItem } from "../../entities/items/mutations";
import { itemsQuery } from "../../entities/items/queries";
import { useRules } from "../../rules/rules";
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

export function ItemsPage() {
  const empty = useQuery(itemsQuery).data?.length === 0;
  return (
    <Page>
      <title>Items · Plumbline</title>
      <PageHeader
        title="Items"
        subtitle="What you put on quotes and invoices, with its price."
        actions={
          // On a phone the tab bar's own 'New' makes one.
          <Button asChild variant={empty ? "secondary" : "primary"} className="max-md:hidden">
            <Link to="/items/edit/new">
              <Plus aria-hidden size={20} strokeWidth={1.75} />
              Add item
            </Link>
          </Button>
        }
      />
      <Suspense
        fallback={
          <Card flush>
            <ListSkeleton />
          </Card>
        }
      >
        <Items />
      </Suspense>
    </Page>
  );
}

function Items() {
  const rules = useRules();
  const [search, setSearch] = useSearchText();
  const { data, error, isFetching, refetch } = useQuery(itemsQuery);
  if (data?.length === 0) {
    return (
      <Card flush>
        <EmptyState
          icon={Package}
          title="No items yet"
          action={
            <Button asChild variant="primary">
              <Link to="/items/edit/new">Add your first item</Link>
            </Button>
          }
        >
          Save what you sell often with its price, and a quote line is two taps.
        </EmptyState>
      </Card>
    );
  }
  const found = data ? searchItems(data, search) : [];
  // In a column of its own the sentence needs no 'Labour: ' in front.
  const labour = (item: Item) =>
    item.includeLabour
      ? rules.labourLine(item.labourHours, item.labourRate, item.labourUnitType).replace(/^Labour: /, "")
      : "";
  const columns: Column<Item>[] = [
    { id: "name", header: "Name", width: "w-[28%]", cell: (item) => item.name },
    { id: "description", header: "Description", cell: (item) => item.description },
    { id: "labour", header: "Labour", width: "w-60", cell: labour },
    {
      id: "price",
      header: "Price",
      width: "w-32",
      align: "right",
      cell: (item) => <Money text={rules.price(item.price)} />,
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex md:max-w-sm">
        <SearchBox label="Search items" value={search} onValueChange={setSearch} />
      </div>
      <Card flush>
        {data ? (
          found.length > 0 ? (
            <DataTable
              label="Items"
              rows={found}
              rowKey={({ id }) => id}
              columns={columns}
              to={({ id }) => `/items/edit/${id}`}
              rowActions={(item) => <ItemMenu item={item} />}
              card={(item) => ({
                title: item.name,
                amount: <Money text={rules.price(item.price)} />,
                detail: [item.description, labour(item)].filter(Boolean).join(" · "),
              })}
            />
          ) : (
            <NothingFound search={search} onClear={() => setSearch("")} />
          )
        ) : error && !isFetching ? (
          <ErrorState
            title="Your items could not be loaded"
            message={errorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton />
        )}
      </Card>
    </div>
  );
}

function ItemMenu({ item }: { item: Item }) {
  const deleteItem = useDeleteItem();
  const createItem = useCreateItem();
  const failed = (title: string) => (error: unknown) =>
    toast({ title, description: errorMessage(error), tone: "bad" });

  const undo = () =>
    createItem.mutate(
      { id: item.id, input: item },
      { onError: failed(`${item.name} could not be brought back`) },
    );
  const del = () =>
    deleteItem.mutate(item, {
      onSuccess: () => toast({ title: `${item.name} was deleted`, action: { label: "Undo", onPress: undo } }),
      onError: failed(`${item.name} was not deleted`),
    });

  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`Actions for ${item.name}`}
          icon={<MoreHorizontal aria-hidden size={20} strokeWidth={1.75} className="text-quiet" />}
        />
      }
      items={[
        { label: "Edit", icon: Pencil, to: `/items/edit/${item.id}` },
        { label: "Delete", icon: Trash2, danger: true, onSelect: del },
      ]}
    />
  );
}
