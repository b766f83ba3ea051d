import { EllipsisVertical, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { Profile } from "../../entities/profiles/profile";
import { useSignalMark } from "../../offline/waiting/useNeedsSignal";
import { ConfirmDialog } from "../../ui/Dialog";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { toast } from "../../ui/toast";
import { useDeleteProfile } from "./mutations";

/** The menu with 'Delete profile', and the dialog that asks first. */
export function DeleteProfileMenu({ profile }: { profile: Profile }) {
  const whenOnline = useSignalMark();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const deleteProfile = useDeleteProfile();
  const handleConfirm = async () => {
    try {
      await deleteProfile.mutateAsync(profile);
      navigate("/settings/business-profiles", { replace: true });
      toast({ title: `${profile.name} was deleted` });
    } catch (error) {
      setAsking(false);
      toast({ title: `${profile.name} wasn’t deleted`, description: getErrorMessage(error), tone: "bad" });
    }
  };
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            label="More actions"
            variant="secondary"
            icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
          />
        }
        items={[
          whenOnline({
            label: "Delete profile",
            icon: Trash2,
            danger: true,
            onSelect: () => setAsking(true),
          }),
        ]}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${profile.name}?`}
        description="Existing quotes and invoices keep it. New ones can’t use it."
        confirmLabel="Delete profile"
        busy={deleteProfile.isPending}
        onConfirm={handleConfirm}
      />
    </>
  );
}
