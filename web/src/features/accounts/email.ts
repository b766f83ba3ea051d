const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** For a field of react-hook-form: true, or what is wrong with the address. */
export function validEmail(email: string): true | string {
  return looksLikeEmail.test(email.trim()) || "Please enter a valid email address";
}
