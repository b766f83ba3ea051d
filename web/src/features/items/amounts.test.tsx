// @vitest-environment window
import type { ItemRecord } from "../../api/generated/ItemRecord";
import { mockResponse } from "../../testing/network";
import { describeAmounts } from "../../testing/screen-amounts";

const TAP: ItemRecord = {
  id: "b8f5a4f0-7d53-4c5f-8f0d-1d2f3a4b5c03",
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  name: "Kitchen tap",
  description: "Chrome",
  quantity: "3",
  price: "85.00",
  cost: "61.50",
  unit: "piece",
  code: "",
  category: "Kitchens",
  favourite: false,
  includeLabour: true,
  labourHours: "2",
  labourRate: "40.00",
  labourUnitType: "hours",
  vat: null,
  costType: "materials",
};

describeAmounts("the items", {
  path: "/items",
  besides: () => mockResponse("GET /api/items", [TAP]),
  tables: {
    Items: {
      rows: [
        {
          row: TAP.name,
          to: `/items/edit/${TAP.id}`,
          cells: {
            Description: "Chrome · 2 hours at £40.00 per hour",
            Category: "Kitchens",
            "Costs you": "£61.50",
            Price: "£85.00per piece",
          },
          // The card omits the cost, in case a customer looks at the phone too.
          card: ["£85.00", "per piece", "£40.00"],
        },
      ],
    },
  },
});
