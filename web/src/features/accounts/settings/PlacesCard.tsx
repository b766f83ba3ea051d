import { useQuery } from "@tanstack/react-query";
import {
  BadgePoundSterling,
  Bell,
  BellRing,
  Building2,
  FileUp,
  Laptop,
  ListChecks,
  Palette,
  Smartphone,
} from "lucide-react";
import { PLAN_PATH } from "../../../entities/plans/planTexts";
import { usePlan } from "../../../entities/plans/usePlan";
import { profilesQuery } from "../../../entities/profiles/queries";
import { deviceName } from "../../../ui/device";
import { type PageLink, PageLinkList } from "../../../ui/PageLinkList";

const PROFILES_PATH = "/settings/business-profiles";

/** What is set elsewhere: of one business its own section, of several the list of them. */
export function SettingsLinks() {
  const { data: profiles } = useQuery(profilesQuery);
  const { subscription, isSold } = usePlan();
  const getProfileSectionPath = (name: string) => {
    if (profiles?.length === 0) return `${PROFILES_PATH}/new#${name}`;
    const only = profiles?.length === 1 ? profiles[0] : undefined;
    return only ? `${PROFILES_PATH}/${only.id}#${name}` : PROFILES_PATH;
  };
  const places: PageLink[] = [
    {
      to: PROFILES_PATH,
      label: "Business profiles",
      hint: "Name, logo, bank details and terms",
      icon: Building2,
    },
    {
      to: getProfileSectionPath("look"),
      label: "Document style",
      hint: "Template and colour, with a preview",
      icon: Palette,
    },
    {
      to: getProfileSectionPath("defaults"),
      label: "Defaults",
      hint: "Payment terms, deposit, VAT and what else new documents start with",
      icon: ListChecks,
    },
    {
      to: getProfileSectionPath("reminders"),
      label: "Reminders",
      hint: "What they say to your customers",
      icon: BellRing,
    },
    {
      to: "/settings/notifications",
      label: "Notifications",
      hint: "What we send you, and to which devices",
      icon: Bell,
    },
    // Where nothing is sold there is nothing to choose.
    ...(isSold
      ? [
          {
            to: PLAN_PATH,
            label: "Your plan",
            hint: `${subscription?.planName}: what it costs, and its invoices`,
            icon: BadgePoundSterling,
          },
        ]
      : []),
    {
      to: "/settings/install",
      label: "Install the app",
      hint: "Plumbline on your home screen, working without signal",
      icon: Smartphone,
    },
    {
      to: "/settings/device",
      label: `On this ${deviceName()}`,
      hint: "What’s saved here for working without signal, and what is waiting to be sent",
      icon: deviceName() === "phone" ? Smartphone : Laptop,
    },
    {
      to: "/arriving",
      label: "Import from another program",
      hint: "Import customers, prices, quotes and invoices from Tradify, Invoice Ninja and others",
      icon: FileUp,
    },
  ];
  return <PageLinkList links={places} />;
}
