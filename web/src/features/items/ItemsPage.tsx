import { useQuery } from "@tanstack/react-query";
import {
  Download,
  EllipsisVertical,
  FileUp,
  Package,
  Pencil,
  Plus,
  Star,
  StarOff,
  Trash2,
} from "lucide-react";
import { Suspense } from "react";
import { Link, useNavigate } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { FilePath } from "../../api/generated/paths";
import { getCategories, type Item, searchItems } from "../../entities/items/item";
import { useCreateItem, useDeleteItem, useUpdateItem } from "../../entities/items/mutations";
import { itemsQuery } from "../../entities/items/queries";
import { WaitingBadge } from "../../entities/waiting/WaitingBadge";
import { useSignalMark } from "../../offline/waiting/useNeedsSignal";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { FilterChips } from "../../ui/FilterChips";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox, useAddressParam, useSearchText } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NothingFound } from "../../ui/States";
import { toast } from "../../ui/toast";

const EXPORT_PATH: FilePath = "/api/items/export";

export function ItemsPage() {
  const isEmpty = useQuery(itemsQuery).data?.length === 0;
  return (
    <Page>
      <title>Items · Plumbline</title>
      <PageHeader
        title="Items"
        subtitle="What you put on quotes and invoices, with its price."
        actions={
          <>
            {/* On a phone the 'New' button of the tab bar creates an item. */}
            <Button asChild variant={isEmpty ? "secondary" : "primary"} className="max-md:hidden">
              <Link to="/items/edit/new">
                <Plus aria-hidden size={20} strokeWidth={1.75} />
                Add item
              </Link>
            </Button>
            <DropdownMenu
              trigger={
                <IconButton
                  label="More actions"
                  variant="secondary"
                  icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
                />
              }
              items={[
                { label: "Import items", icon: FileUp, to: "/items/import" },
                { label: "Export as CSV", icon: Download, file: EXPORT_PATH, disabled: isEmpty },
              ]}
            />
          </>
        }
      />
      <Suspense
        fallback={
          <Card flush>
            <ListSkeleton />
          </Card>
        }
      >
        <ItemList />
      </Suspense>
    </Page>
  );
}

/** The word for favourites in the address: no category has this name. */
const FAVOURITES_FILTER = "*";

function ItemList() {
  const rules = useRules();
  const [search, setSearch] = useSearchText();
  const [filter, setFilter] = useAddressParam("in");
  const navigate = useNavigate();
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
          Save what you often sell with its price, and a quote line takes two taps. Or{" "}
          <Link to="/items/import" className="font-semibold text-ink underline underline-offset-4">
            import them from a file
          </Link>
          .
        </EmptyState>
      </Card>
    );
  }
  const categories = getCategories(data ?? []);
  const matchesFilter = (item: Item) =>
    filter === "" || (filter === FAVOURITES_FILTER ? item.favourite : item.category === filter);
  const found = data ? searchItems(data, search).filter(matchesFilter) : [];
  const formatLabour = (item: Item) =>
    item.includeLabour
      ? rules.labourLine(item.labourHours, item.labourRate, item.labourUnitType).replace(/^Labour: /, "")
      : "";
  const columns: Column<Item>[] = [
    {
      id: "name",
      header: "Name",
      width: "w-[26%]",
      cell: (item) => (
        <>
          <ItemName item={item} /> <WaitingBadge sort="item" id={item.id} />
        </>
      ),
    },
    {
      id: "description",
      header: "Description",
      cell: (item) => [item.description, formatLabour(item)].filter(Boolean).join(" · "),
    },
    { id: "category", header: "Category", width: "w-36", from: "lg", cell: (item) => item.category },
    {
      id: "cost",
      header: "Costs you",
      width: "w-28",
      align: "right",
      from: "lg",
      cell: (item) => item.cost && <Money text={rules.price(item.cost)} />,
    },
    {
      id: "price",
      header: "Price",
      width: "w-36",
      align: "right",
      cell: (item) => (
        <>
          <Money text={rules.price(item.price)} className="text-ink" />
          {item.unit ? <span className="block text-quiet text-xs">{`per ${item.unit}`}</span> : null}
        </>
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:gap-4">
        <div className="flex shrink-0 md:w-64">
          <SearchBox label="Search items" value={search} onValueChange={setSearch} />
        </div>
        {categories.length > 0 || data?.some(({ favourite }) => favourite) || filter ? (
          <FilterChips
            label="Which items"
            value={filter}
            onValueChange={setFilter}
            options={[
              { value: "", label: "All" },
              { value: FAVOURITES_FILTER, label: "Favourites" },
              ...categories.map((name) => ({ value: name, label: name })),
            ]}
          />
        ) : null}
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
                title: <ItemName item={item} />,
                amount: <Money text={rules.price(item.price)} />,
                amountNote: item.unit && `per ${item.unit}`,
                note: item.category,
                status: <WaitingBadge sort="item" id={item.id} />,
                detail: [item.description, formatLabour(item)].filter(Boolean).join(" · "),
              })}
            />
          ) : (
            <NothingFound
              search={search || (filter === FAVOURITES_FILTER ? "Favourites" : filter)}
              onClear={() => navigate("/items", { replace: true })}
            />
          )
        ) : error && !isFetching ? (
          <ErrorState
            title="Your items could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton />
        )}
      </Card>
    </div>
  );
}

/** An item's name, with a star if it is a favourite. */
function ItemName({ item }: { item: Item }) {
  return item.favourite ? (
    <>
      {item.name}
      <Star
        aria-label="Favourite"
        role="img"
        size={14}
        strokeWidth={2}
        className="ml-1.5 inline fill-current align-baseline text-warn"
      />
    </>
  ) : (
    item.name
  );
}

function ItemMenu({ item }: { item: Item }) {
  const whenOnline = useSignalMark();
  const deleteItem = useDeleteItem();
  const createItem = useCreateItem();
  const updateItem = useUpdateItem();
  const showError = (title: string) => (error: unknown) =>
    toast({ title, description: getErrorMessage(error), tone: "bad" });

  const restoreItem = () =>
    createItem.mutate(
      { id: item.id, input: item },
      { onError: showError(`${item.name} could not be restored`) },
    );
  const removeItem = () =>
    deleteItem.mutate(item, {
      onSuccess: () =>
        toast({ title: `${item.name} was deleted`, action: { label: "Undo", onPress: restoreItem } }),
      onError: showError(`${item.name} wasn’t deleted`),
    });

  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`Actions for ${item.name}`}
          icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} className="text-quiet" />}
        />
      }
      items={[
        { label: "Edit", icon: Pencil, to: `/items/edit/${item.id}` },
        {
          label: item.favourite ? "Remove from favourites" : "Add to favourites",
          icon: item.favourite ? StarOff : Star,
          onSelect: () =>
            updateItem.mutate(
              { item, input: { ...item, favourite: !item.favourite } },
              { onError: showError(`${item.name} wasn’t changed`) },
            ),
        },
        whenOnline({ label: "Delete", icon: Trash2, danger: true, onSelect: removeItem }),
      ]}
    />
  );
}
