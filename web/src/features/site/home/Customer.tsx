import { SiteSection } from "../blocks";
import customer from "../pictures/phone-customer.webp";
import { PhonePicture } from "../Shots";

const CUSTOMER_STEPS = [
  {
    title: "They open a link",
    text: "By text, WhatsApp or email, on any phone. No app, no account, no password.",
  },
  {
    title: "They see what they’re paying for",
    text: "The job in plain words, every line, the VAT and the total. Extras they can tick or leave.",
  },
  {
    title: "They accept",
    text: "One press, a name and you know about it. What they agreed to is kept as they saw it.",
  },
  {
    title: "They pay",
    text: "Your bank details ready to copy, cash, PayPal, or by card on Plus. The deposit first, if you ask for one.",
  },
];

/** What the other side sees. */
export function CustomerSection() {
  return (
    <SiteSection
      label="Your customer"
      title={
        <>
          Someone’s mum, a <span className="whitespace-nowrap">five-year-old</span> phone, one clear button.
        </>
      }
      lead="The easier it is to say yes, the sooner you can order the boiler."
    >
      <div className="grid grid-cols-1 items-center gap-x-20 gap-y-12 md:grid-cols-[17rem_minmax(0,1fr)] lg:grid-cols-[19rem_minmax(0,1fr)]">
        <PhonePicture
          src={customer}
          alt="A quote on a customer’s phone, with the total and the button ‘Accept Quote’ at the bottom"
          className="mx-auto w-64 max-w-full md:w-full"
        />
        <ol className="grid grid-cols-1 gap-8">
          {CUSTOMER_STEPS.map(({ title, text }) => (
            <li key={title} className="border-line border-t pt-5 first:border-t-0 first:pt-0">
              <h3 className="font-semibold text-ink text-xl tracking-tight">{title}</h3>
              <p className="mt-1.5 max-w-[46ch] text-quiet">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </SiteSection>
  );
}
