import type { DocumentEmail } from "../../api/generated/DocumentEmail";

/** How far an email is, in a few words: it was sent once the mail server said so, and not before. */
export function describeEmailState({ state, says }: Pick<DocumentEmail, "state" | "says">): string {
  switch (state) {
    case "waiting":
      return says ?? "Email is being sent";
    case "sent":
      return "Emailed";
    case "arrived":
      return "You recorded that they have it";
    case "unconfirmed":
      return "Email not confirmed";
    case "refused":
      return "Email refused";
    case "given_up":
      return "Email wasn’t sent";
    case "dropped":
      return says ?? "Email wasn’t sent";
  }
}
